export type Locale = "pt" | "en" | "es";

/** One concept of the interface: its term and the variants that the catalogues must not use. */
export type Term = {
  /** A definition for translators. */
  meaning: string;
  word: Record<Locale, string>;
  /** Forbidden as whole words, in any case. A space matches one space; `*` at the end matches any ending. */
  forbidden: Record<Locale, string[]>;
};

/** A message that may use a variant, and why. `key` may end in `*`. */
export type TermException = { key: string; locale: Locale; variant: string; reason: string };

/**
 * The terms of the interface. `terms.md` shows this list to readers; `terms.test.ts` checks the catalogues against
 * it.
 */
export const terms: Term[] = [
  {
    meaning: "A contact's request, from its first message until it is resolved",
    word: { pt: "atendimento", en: "ticket", es: "atención" },
    forbidden: { pt: ["ticket*", "chamado*"], en: [], es: ["ticket*"] },
  },
  {
    meaning: "The messages with a contact, as shown",
    word: { pt: "conversa", en: "conversation", es: "conversación" },
    forbidden: { pt: ["chat", "chats"], en: ["chats"], es: ["chat", "chats"] },
  },
  {
    meaning: "To finish a ticket, and its state afterwards",
    word: { pt: "resolver, resolvido", en: "resolve, resolved", es: "resolver, resuelta" },
    forbidden: {
      pt: ["fechado*", "fechada*", "finalizado*", "finalizar", "encerrado*", "encerrada*"],
      en: ["closed"],
      es: ["cerrado*", "cerrada*", "finalizado*", "finalizada*"],
    },
  },
  {
    meaning: "A department that tickets wait in. The device's own queue is always named “fila deste aparelho”",
    word: { pt: "fila", en: "queue", es: "cola" },
    forbidden: { pt: ["departamento*"], en: ["department"], es: ["fila", "filas"] },
  },
  {
    meaning: "A label on a ticket",
    word: { pt: "tag", en: "tag", es: "etiqueta" },
    forbidden: { pt: ["etiqueta*", "marcador*"], en: ["label*"], es: ["tag", "tags"] },
  },
  {
    meaning: "A connected number or page, and connecting it (“ligar” is to phone)",
    word: { pt: "conexão, conectar", en: "connection, connect", es: "conexión, conectar" },
    forbidden: {
      pt: ["ligar", "ligue", "ligada*", "ligado*", "ligação", "ligando", "ligá-la", "vincul*"],
      en: ["linked", "linking"],
      es: ["vincul*", "vínculo*"],
    },
  },
  {
    meaning: "To delete a record",
    word: { pt: "excluir", en: "delete", es: "eliminar" },
    forbidden: {
      pt: ["deletar", "deletad*"],
      en: ["erase*"],
      es: ["borrar", "borrado", "borrados", "borrada", "borradas", "borra"],
    },
  },
  {
    meaning: "To delete a message for everyone (other languages: as for a record)",
    word: { pt: "apagar", en: "delete", es: "eliminar" },
    forbidden: { pt: ["apagar", "apagad*", "apague"], en: [], es: [] },
  },
  {
    meaning: "To take one thing off another: a tag, a file, a filter",
    word: { pt: "remover", en: "remove", es: "quitar" },
    forbidden: { pt: ["tirar", "tire", "retirar"], en: ["take off"], es: ["sacar", "remover"] },
  },
  {
    meaning: "To throw away what was not sent",
    word: { pt: "descartar", en: "discard", es: "descartar" },
    forbidden: { pt: ["jogar fora"], en: ["throw away", "dismiss"], es: ["desechar"] },
  },
  {
    meaning: "To keep what was typed (“gravar” is to record audio)",
    word: { pt: "salvar", en: "save", es: "guardar" },
    forbidden: { pt: ["gravado", "gravada", "gravar o*"], en: [], es: ["grabado", "grabada", "salvar"] },
  },
  {
    meaning: "To add a record",
    word: { pt: "adicionar", en: "add", es: "agregar" },
    forbidden: { pt: ["acrescentar"], en: [], es: ["añad*", "adicionar"] },
  },
  {
    meaning: "A note that only the team sees",
    word: { pt: "observação", en: "note", es: "nota" },
    forbidden: { pt: ["nota", "notas", "anotaç*"], en: ["observation*", "remark*"], es: ["observaci*"] },
  },
  {
    meaning: "A text that is kept to be sent again",
    word: { pt: "resposta rápida", en: "quick reply", es: "respuesta rápida" },
    forbidden: {
      pt: ["mensagem rápida", "mensagens rápidas"],
      en: ["quick message*", "canned *"],
      es: ["mensaje rápido", "mensajes rápidos"],
    },
  },
  {
    meaning: "A message that is sent at a set time",
    word: { pt: "agendamento", en: "scheduled message", es: "mensaje programado" },
    forbidden: { pt: ["programad*"], en: ["schedules"], es: ["agendamiento*", "agendar", "agendas", "programaciones"] },
  },
  {
    meaning: "The computer or phone that the desk runs on",
    word: { pt: "aparelho", en: "device", es: "dispositivo" },
    forbidden: { pt: ["dispositivo*"], en: ["machine", "appliance"], es: ["aparato*"] },
  },
  {
    meaning: "The phone that has WhatsApp",
    word: { pt: "celular", en: "phone", es: "teléfono" },
    forbidden: { pt: ["telefone*", "smartphone*"], en: ["cell phone*", "mobile"], es: ["celular*", "móvil*"] },
  },
  {
    meaning: "A person who answers customers; an account in general is “usuário”",
    word: { pt: "atendente", en: "agent", es: "agente" },
    forbidden: { pt: ["agente*", "operador*"], en: ["attendant*", "operator*"], es: ["atendiente*", "operador*"] },
  },
  {
    meaning: "What answers without a person",
    word: { pt: "robô", en: "bot", es: "bot" },
    forbidden: { pt: ["bot", "bots", "chatbot*"], en: ["robot*", "chatbot*"], es: ["robot*", "chatbot*"] },
  },
  {
    meaning: "The network that the device has or lacks",
    word: { pt: "internet", en: "internet, offline, online", es: "internet (without article)" },
    forbidden: {
      pt: ["rede", "redes", "offline", "sincroniz*"],
      en: ["network", "no internet", "the network", "sync*"],
      es: ["red", "la internet", "fuera de línea", "sin conexión", "sincroniz*"],
    },
  },
  {
    meaning: "What the browser or the bell tells",
    word: { pt: "notificação", en: "notification", es: "notificación" },
    forbidden: { pt: ["avisos", "alerta*"], en: ["alert", "alerts", "notice*"], es: ["avisos", "alerta*"] },
  },
  {
    meaning: "A colleague who is not at the desk now",
    word: { pt: "ausente", en: "away", es: "ausente" },
    forbidden: { pt: ["desconectado"], en: [], es: ["desconectado"] },
  },
  {
    meaning: "What a customer gives at the end, 1 to 3",
    word: { pt: "avaliação", en: "rating", es: "calificación" },
    forbidden: { pt: ["classificaç*"], en: ["evaluation*"], es: ["evaluaci*", "valoraci*"] },
  },
  {
    meaning: "Electronic mail",
    word: { pt: "e-mail", en: "email", es: "correo" },
    forbidden: { pt: ["email*"], en: ["e-mail*"], es: ["email*", "e-mail*"] },
  },
  {
    meaning: "The page of figures",
    word: { pt: "painel", en: "dashboard", es: "panel" },
    forbidden: { pt: ["dashboard*"], en: [], es: ["dashboard*"] },
  },
  {
    meaning: "The code that WhatsApp scans",
    word: { pt: "QR Code", en: "QR code", es: "código QR" },
    forbidden: { pt: ["código qr"], en: [], es: ["qr code"] },
  },
  {
    meaning: "To repeat what failed",
    word: { pt: "tentar de novo", en: "try again", es: "intentar de nuevo" },
    forbidden: {
      pt: ["tentar novamente"],
      en: ["retry"],
      es: ["reintentar", "intentar nuevamente", "intenta nuevamente"],
    },
  },
  {
    meaning: "To enter and leave the desk",
    word: { pt: "entrar, sair", en: "sign in, sign out", es: "entrar, salir" },
    forbidden: { pt: ["logar", "deslogar"], en: ["log in", "log out", "logout"], es: ["loguear*", "desconectarse"] },
  },
  {
    meaning: "The person who reads: informal “você” and “tú”",
    word: { pt: "você", en: "you", es: "tú" },
    forbidden: {
      pt: ["o senhor", "a senhora", "tu"],
      en: [],
      es: ["usted", "ustedes", "su mensaje", "su número", "espere"],
    },
  },
  {
    meaning: "American spelling in English",
    word: { pt: "–", en: "color, behavior", es: "–" },
    forbidden: { pt: [], en: ["colour*", "behaviour*", "recognis*", "cancelled"], es: [] },
  },
  {
    meaning: "Words of another language, and misspellings of the specification",
    word: { pt: "obrigatório, salvo, ops", en: "successfully, oops", es: "obligatorio, guardado, ups" },
    forbidden: {
      pt: [
        "required",
        "too short",
        "too long",
        "saved",
        "successfully",
        "user",
        "users",
        "leads",
        "opss",
        "registar",
        "msg*",
      ],
      en: ["sucessfully", "opss"],
      es: ["required", "too short", "too long", "saved", "successfully", "user", "users", "leads", "opss", "admin"],
    },
  },
];

const IN_WHATSAPP = "the label that WhatsApp itself shows on the phone";
const SPREADSHEET = "a row of a spreadsheet or of a list, not a queue";
const CAMPAIGN_STATUS = "the specification's name of a campaign's status";
const BETWEEN_COLLEAGUES = "the messages between colleagues, as the specification names them";
const THE_BOARD = "a text of the kanban board, as the specification gives it";
const OPENING_HOURS = "a day without opening hours";

export const termExceptions: TermException[] = [
  { key: "chats_*", locale: "pt", variant: "chat", reason: BETWEEN_COLLEAGUES },
  { key: "chats_*", locale: "pt", variant: "chats", reason: BETWEEN_COLLEAGUES },
  { key: "chats_*", locale: "en", variant: "chats", reason: BETWEEN_COLLEAGUES },
  { key: "chats_*", locale: "es", variant: "chat", reason: BETWEEN_COLLEAGUES },
  { key: "chats_*", locale: "es", variant: "chats", reason: BETWEEN_COLLEAGUES },
  { key: "hours_closed", locale: "pt", variant: "fechado*", reason: OPENING_HOURS },
  { key: "hours_closed", locale: "en", variant: "closed", reason: OPENING_HOURS },
  { key: "hours_closed", locale: "es", variant: "cerrado*", reason: OPENING_HOURS },
  { key: "kanban_see", locale: "pt", variant: "ticket*", reason: THE_BOARD },
  { key: "kanban_see_of", locale: "pt", variant: "ticket*", reason: THE_BOARD },
  { key: "kanban_added", locale: "pt", variant: "ticket*", reason: THE_BOARD },
  { key: "kanban_removed", locale: "pt", variant: "ticket*", reason: THE_BOARD },
  { key: "notify_device", locale: "pt", variant: "fechado*", reason: "the closed program" },
  { key: "notify_device", locale: "en", variant: "closed", reason: "the closed program" },
  { key: "notify_device", locale: "es", variant: "cerrado*", reason: "the closed program" },
  { key: "tickets_window_shut", locale: "en", variant: "closed", reason: "the 24-hour window of a channel" },
  { key: "error_window_closed", locale: "en", variant: "closed", reason: "the 24-hour window of a channel" },
  { key: "error_delete_wapp_msg", locale: "pt", variant: "apagar", reason: "a message, for everyone" },
  { key: "error_channel_cannot_take_back", locale: "pt", variant: "apagar", reason: "a message, for everyone" },
  { key: "tickets_command_delete_message", locale: "pt", variant: "apagar", reason: "a message, for everyone" },
  { key: "tickets_delete_message*", locale: "pt", variant: "apagar", reason: "a message, for everyone" },
  { key: "tickets_deleted", locale: "pt", variant: "apagad*", reason: "a message, for everyone" },
  { key: "tickets_camera", locale: "pt", variant: "tirar", reason: "to take a photo" },
  {
    key: "messages_api_*",
    locale: "pt",
    variant: "telefone*",
    reason: "a phone number of any kind, not the WhatsApp phone",
  },
  { key: "platform_phone", locale: "pt", variant: "telefone*", reason: "a company's phone number" },
  { key: "platform_companies_search", locale: "pt", variant: "telefone*", reason: "a company's phone number" },
  { key: "connections_code_step_2", locale: "pt", variant: "telefone*", reason: IN_WHATSAPP },
  { key: "connections_todo_mismatch", locale: "en", variant: "linked", reason: IN_WHATSAPP },
  { key: "connections_qr_step_2", locale: "en", variant: "linked", reason: IN_WHATSAPP },
  { key: "connections_code_step_1", locale: "en", variant: "linked", reason: IN_WHATSAPP },
  { key: "connections_todo_mismatch", locale: "es", variant: "vincul*", reason: IN_WHATSAPP },
  { key: "connections_qr_step_2", locale: "es", variant: "vincul*", reason: IN_WHATSAPP },
  { key: "connections_code_step_*", locale: "es", variant: "vincul*", reason: IN_WHATSAPP },
  { key: "queues_typebot_url_wrong", locale: "pt", variant: "bot", reason: "part of an example address" },
  { key: "contacts_import_*", locale: "es", variant: "fila", reason: SPREADSHEET },
  { key: "error_import_empty", locale: "es", variant: "fila", reason: SPREADSHEET },
  { key: "error_import_too_large", locale: "es", variant: "filas", reason: SPREADSHEET },
  {
    key: "error_channel_without_numbers",
    locale: "pt",
    variant: "telefone*",
    reason: "the number that an integrator writes to",
  },
  { key: "contacts_import_*", locale: "es", variant: "filas", reason: SPREADSHEET },
  { key: "keys_next", locale: "es", variant: "fila", reason: SPREADSHEET },
  { key: "keys_previous", locale: "es", variant: "fila", reason: SPREADSHEET },
  { key: "campaigns_status_scheduled", locale: "pt", variant: "programad*", reason: CAMPAIGN_STATUS },
  { key: "campaigns_filter_scheduled", locale: "pt", variant: "programad*", reason: CAMPAIGN_STATUS },
  { key: "campaigns_preview_scheduled", locale: "pt", variant: "programad*", reason: CAMPAIGN_STATUS },
  { key: "campaigns_preview_confirm_warnings", locale: "pt", variant: "avisos", reason: "warnings of the dry run" },
  { key: "campaigns_tab", locale: "pt", variant: "msg*", reason: "the specification's name of the tabs" },
];

/** Texts that the specification writes with an exclamation mark, and the sample conversation on the sign-in screen. */
export const exclamationKeys: string[] = [
  "billing_checkout_title",
  "billing_renewed",
  "billing_subscribe",
  "billing_succeeded",
  "error_internal",
  "error_subscription_expired",
  "kanban_added",
  "kanban_removed",
  "lists_too_long",
  "lists_too_short",
  "login_due",
  "login_sample_answer",
  "login_sample_question",
  "platform_saved",
  "ui_error_generic",
];
