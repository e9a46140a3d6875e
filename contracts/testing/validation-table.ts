/**
 * All validation rules of service-desk.md §5 and §9: a value at the limit that passes, a value just beyond it that
 * fails, and the sentence shown. The tests of the screens (pwa/screens/validation.test.ts) and of the interface
 * (api/validation.test.ts) use the same rows.
 */
export type Sentence = { pt: string; en: string; es: string };

export type ValidationRule = {
  /** The field's name in the contract and the form. */
  field: string;
  passes: readonly unknown[];
  fails: readonly unknown[];
  says: Sentence;
  /** Where the interface has a separate error code. */
  code?: string;
  /** Other values that the rule depends on. */
  beside?: Record<string, unknown>;
};

export type ValidatedForm = {
  /** Null: the interface has no such call, or a different input. */
  call: string | null;
  by: "admin" | "agent";
  /** Fields with another name in the interface. */
  wire?: Record<string, string>;
  /** A valid body; `{name}` is a row of the test desk, `{unique}` an unused value. */
  body: Record<string, unknown>;
  rules: ValidationRule[];
};

const letters = (count: number) => "x".repeat(count);
const name = (count: number) => `{unique}${"x".repeat(count)}`.slice(0, count);

const tooShort: Sentence = { pt: "Muito curto!", en: "Too short!", es: "¡Muy corto!" };
const tooLong: Sentence = { pt: "Muito longo!", en: "Too long!", es: "¡Muy largo!" };
const required: Sentence = { pt: "Obrigatório", en: "Required", es: "Obligatorio" };
const invalidEmail: Sentence = { pt: "E-mail inválido", en: "Invalid email", es: "Correo inválido" };
const weak: Sentence = {
  pt: "Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.",
  en: "Your password needs at least 8 characters, with an uppercase letter, a lowercase letter and a number.",
  es: "Tu contraseña necesita al menos 8 caracteres, con una mayúscula, una minúscula y un número.",
};
const common: Sentence = {
  pt: "Senha muito comum. Escolha outra.",
  en: "This password is too common. Choose another one.",
  es: "Contraseña demasiado común. Elige otra.",
};
const messageShort: Sentence = { pt: "Mensagem muito curta", en: "Message too short", es: "Mensaje muy corto" };
const nameShort: Sentence = { pt: "Nome muito curto", en: "Name too short", es: "Nombre muy corto" };
const wrong: Sentence = { pt: "Confira este campo", en: "Check this field", es: "Revisa este campo" };
const eightToFifty: Sentence = {
  pt: "O número deve ter de 8 a 50 dígitos, com o código do país.",
  en: "The number must have 8 to 50 digits, with the country code.",
  es: "El número debe tener de 8 a 50 dígitos, con el código del país.",
};
const chooseQueue: Sentence = { pt: "Selecione uma fila", en: "Select a queue", es: "Selecciona una cola" };
const wholeMinutes: Sentence = {
  pt: "Use minutos inteiros, 0 ou mais.",
  en: "Use whole minutes, 0 or more.",
  es: "Usa minutos enteros, 0 o más.",
};
const timeLike: Sentence = {
  pt: "Informe a hora como 08:30.",
  en: "Enter the time like 08:30.",
  es: "Escribe la hora como 08:30.",
};
const sameTime: Sentence = {
  pt: "Início e fim iguais: para fechar o dia, use 00:00 nos dois.",
  en: "Start and end are the same: to close for the day, use 00:00 for both.",
  es: "Inicio y fin iguales: para cerrar el día, usa 00:00 en los dos.",
};

const person: ValidationRule[] = [
  { field: "name", passes: ["An"], fails: ["A", " A "], says: tooShort },
  { field: "name", passes: [letters(50)], fails: [letters(51)], says: tooLong },
  { field: "name", passes: [" Ana "], fails: ["", "  "], says: required },
  { field: "password", passes: ["Jarra-77"], fails: ["Jarra-7", "jarra-77", "JARRA-77", "Jarra-azul"], says: weak },
  { field: "password", passes: [], fails: ["Senha123", "Qwertyui1", "Aa1Aa1Aa1"], says: common },
  { field: "password", passes: [`Jarra7${letters(122)}`], fails: [`Jarra7${letters(123)}`], says: tooLong },
  { field: "email", passes: ["{unique}@a.example"], fails: ["ana", "ana@", "ana@x", "@x.example"], says: invalidEmail },
  { field: "email", passes: [" {unique}@B.example "], fails: ["", " "], says: required },
];

export const validationTable: Record<string, ValidatedForm> = {
  user: {
    call: "POST /users",
    by: "admin",
    body: {
      name: "Rui Matos",
      email: "{unique}@c.example",
      password: "Segredo da jarra 7",
      profile: "user",
      queueIds: [],
    },
    rules: [
      ...person,
      { field: "password", passes: ["Jarra azul 7"], fails: [""], says: required },
      { field: "profile", passes: ["user", "supervisor", "admin"], fails: [""], says: required },
      { field: "profile", passes: ["user"], fails: ["super"], says: wrong },
    ],
  },
  "known user": {
    call: "PUT /users/{freeUserId}",
    by: "admin",
    body: { name: "Rui Matos", email: "{unique}@d.example", password: "" },
    rules: person,
  },
  profile: {
    call: "PUT /users/{userId}",
    by: "agent",
    body: { name: "Ana Prado", email: "{ownEmail}", password: "" },
    // After a password change the session has another secret; "known user" tests that case.
    rules: person.map((rule) => (rule.field === "name" ? rule : { ...rule, passes: [] })),
  },
  contact: {
    call: "POST /contacts",
    by: "agent",
    body: { name: "Helena Sampaio", number: "{newNumber}", email: "", extraInfo: [] },
    rules: [
      { field: "name", passes: ["He"], fails: ["H", " H "], says: tooShort },
      { field: "name", passes: [letters(50)], fails: [letters(51)], says: tooLong },
      { field: "name", passes: [], fails: ["", " "], says: required },
      { field: "number", passes: ["{newNumber}"], fails: ["1234567", "", "9".repeat(51)], says: eightToFifty },
      {
        field: "email",
        passes: ["", "helena@teste.example"],
        fails: ["helena", "helena@", "@teste.example"],
        says: invalidEmail,
      },
    ],
  },
  queue: {
    call: "POST /queue",
    by: "admin",
    wire: { isRotating: "ativarRoteador", rotationMinutes: "tempoRoteador", typebotDelayMs: "typebotDelayMessage" },
    body: { name: "Fila {unique}", color: "#{freeColor}" },
    rules: [
      { field: "name", passes: [name(2)], fails: ["F", " F "], says: tooShort, code: "ERR_QUEUE_INVALID_NAME" },
      { field: "name", passes: [name(50)], fails: [letters(51)], says: tooLong, code: "ERR_QUEUE_INVALID_NAME" },
      { field: "name", passes: [name(12)], fails: ["", " "], says: required, code: "ERR_QUEUE_INVALID_NAME" },
      {
        field: "color",
        passes: ["#{freeColor}"],
        fails: [""],
        says: { pt: "Escolha uma cor.", en: "Choose a color.", es: "Elige un color." },
        code: "ERR_QUEUE_INVALID_COLOR",
      },
      {
        field: "color",
        passes: ["#{shortColor}"],
        fails: ["#a"],
        says: tooShort,
        code: "ERR_QUEUE_INVALID_COLOR",
      },
      {
        field: "color",
        passes: ["#{freeColor}"],
        fails: ["#12345678f"],
        says: tooLong,
        code: "ERR_QUEUE_INVALID_COLOR",
      },
      {
        field: "rotationMinutes",
        passes: [0, 2, 5, 10, 15, 30, 45, 60],
        fails: [1, 3, 61, -2],
        says: wrong,
        beside: { isRotating: true },
      },
      { field: "typebotSlug", passes: ["", "loja"], fails: [], says: wrong },
      {
        field: "typebotSlug",
        passes: ["loja"],
        fails: ["", " "],
        says: {
          pt: "Obrigatório quando há URL",
          en: "Required when there is a URL",
          es: "Obligatorio cuando hay URL",
        },
        beside: { typebotUrl: "https://bot.teste.example" },
      },
      {
        field: "typebotUrl",
        passes: ["", "https://bot.teste.example"],
        fails: ["bot", "ftp://bot.teste.example"],
        says: {
          pt: "Informe um endereço como https://bot.exemplo.com.br",
          en: "Enter an address like https://bot.example.com",
          es: "Escribe una dirección como https://bot.ejemplo.com",
        },
        beside: { typebotSlug: "loja" },
      },
      { field: "typebotDelayMs", passes: ["", "0", "60000"], fails: ["60001", "-1", "1.5"], says: wrong },
    ],
  },
  connection: {
    call: "POST /whatsapp",
    by: "admin",
    wire: { redirectAfterMinutes: "timeSendQueue", redirectQueueId: "sendIdQueue" },
    body: { name: "Loja {unique}", redirectAfterMinutes: "0", redirectQueueId: "", queueIds: [], greetingMessage: "" },
    rules: [
      { field: "name", passes: [name(2)], fails: ["L", " L "], says: tooShort },
      { field: "name", passes: [name(50)], fails: [letters(51)], says: tooLong },
      { field: "name", passes: [], fails: ["", " "], says: required },
      {
        field: "redirectAfterMinutes",
        passes: ["", "0", "5"],
        fails: ["-1", "2.5", "x"],
        says: wholeMinutes,
        beside: { redirectQueueId: "{queueId}" },
      },
      {
        field: "redirectAfterMinutes",
        passes: ["525600"],
        fails: ["525601", "99999999999"],
        says: tooLong,
        beside: { redirectQueueId: "{queueId}" },
      },
      {
        field: "redirectQueueId",
        passes: ["{queueId}"],
        fails: [""],
        says: {
          pt: "Escolha a fila para onde redirecionar.",
          en: "Choose the queue to redirect to.",
          es: "Elige la cola a la que redirigir.",
        },
        beside: { redirectAfterMinutes: "5" },
      },
      {
        field: "historyDays",
        passes: ["", "0", "90"],
        fails: ["-1", "91", "1.5", "x"],
        says: {
          pt: "Use dias inteiros, de 0 a 90.",
          en: "Use whole days from 0 to 90.",
          es: "Usa días enteros, de 0 a 90.",
        },
      },
      {
        field: "greetingMessage",
        passes: ["Olá!"],
        fails: ["", " "],
        says: {
          pt: "Com mais de uma fila, a saudação é obrigatória.",
          en: "With more than one queue, a greeting is required.",
          es: "Con más de una cola, el saludo es obligatorio.",
        },
        code: "ERR_WAPP_GREETING_REQUIRED",
        beside: { queueIds: ["{queueId}", "{supportId}"] },
      },
    ],
  },
  tag: {
    call: "POST /tags",
    by: "agent",
    body: { name: "Tag {unique}", color: "#1d7f52" },
    rules: [
      { field: "name", passes: [name(3)], fails: ["ab", " ab "], says: nameShort },
      { field: "name", passes: [name(9)], fails: ["", " "], says: required },
      { field: "name", passes: [name(50)], fails: [letters(51)], says: tooLong },
    ],
  },
  announcement: {
    // Super users only: platform-contract-rows.ts has the call.
    call: null,
    by: "admin",
    body: { title: "Manutenção", text: "Das 2h às 4h.", priority: 1, isActive: false },
    rules: [
      { field: "title", passes: ["M", letters(150)], fails: ["", " "], says: required },
      { field: "title", passes: [letters(150)], fails: [letters(151)], says: tooLong },
      { field: "text", passes: ["."], fails: ["", " \n "], says: required },
      { field: "text", passes: [letters(5_000)], fails: [letters(5_001)], says: tooLong },
    ],
  },
  "quick message": {
    call: "POST /quick-messages",
    by: "agent",
    wire: { isGeneral: "geral" },
    body: { shortcode: "oi", message: "Olá!", isGeneral: false },
    rules: [
      { field: "shortcode", passes: ["o", letters(60)], fails: ["", " "], says: required },
      { field: "shortcode", passes: [letters(60)], fails: [letters(61)], says: tooLong },
      { field: "message", passes: ["."], fails: ["", " \n "], says: required },
      { field: "message", passes: [letters(4_096)], fails: [letters(4_097)], says: tooLong },
    ],
  },
  schedule: {
    call: "POST /schedules",
    by: "agent",
    body: { body: "Até amanhã!", contactId: "{contactId}", sendAt: "{tomorrow}T09:30" },
    rules: [
      { field: "body", passes: ["Cinco"], fails: ["Oito".slice(0, 4), "  Oi  "], says: messageShort },
      { field: "body", passes: [letters(4_096)], fails: [letters(4_097)], says: tooLong },
      { field: "body", passes: ["Bom dia"], fails: ["", "      "], says: required },
      { field: "contactId", passes: ["{contactId}"], fails: [""], says: required },
      { field: "sendAt", passes: ["{tomorrow}T00:00"], fails: [""], says: required },
      { field: "sendAt", passes: ["{tomorrow}T23:59"], fails: ["{tomorrow}", "{tomorrow}T24:01", "x"], says: wrong },
    ],
  },
  note: {
    call: "POST /ticket-notes",
    by: "agent",
    body: { note: "Pediu boleto", ticketId: "{ticketId}", contactId: "{contactId}" },
    rules: [
      {
        field: "note",
        passes: ["ok"],
        fails: ["", "o", " o "],
        says: {
          pt: "A observação precisa de pelo menos 2 caracteres.",
          en: "The note needs at least 2 characters.",
          es: "La nota necesita al menos 2 caracteres.",
        },
      },
      { field: "note", passes: [letters(10_000)], fails: [letters(10_001)], says: tooLong },
    ],
  },
  "new ticket": {
    call: "POST /tickets",
    by: "agent",
    body: { contactId: "{freeContactId}", queueId: "{queueId}", status: "open" },
    rules: [{ field: "queueId", passes: ["{queueId}"], fails: [null], says: chooseQueue }],
  },
  "new ticket of an admin": {
    call: "POST /tickets",
    by: "admin",
    body: { contactId: "{freeContactId}", queueId: "{queueId}", status: "open" },
    rules: [{ field: "queueId", passes: ["{queueId}", null], fails: [], says: chooseQueue }],
  },
  transfer: {
    // In the interface a transfer names the target; an unchanged queue is not sent.
    call: null,
    by: "agent",
    body: { queueId: "{queueId}" },
    rules: [{ field: "queueId", passes: ["{queueId}"], fails: [null], says: chooseQueue }],
  },
  "dashboard filter": {
    // Without either, the interface answers for the current month, like the screen.
    call: null,
    by: "admin",
    body: { days: 0, from: "2026-11-01", to: "2026-11-21" },
    rules: [
      {
        field: "from",
        passes: ["2026-11-01"],
        fails: [""],
        says: { pt: "Parametrize o filtro", en: "Set the filter first", es: "Configura el filtro" },
        beside: { to: "" },
      },
      {
        field: "from",
        passes: ["", "2026-11-21"],
        fails: ["2026-11-22"],
        says: {
          pt: "O fim do período vem antes do início",
          en: "The period ends before it begins",
          es: "El período termina antes de empezar",
        },
      },
    ],
  },
  "sign-in": {
    // The interface refuses every unknown account alike, so that an answer does not reveal whether an account exists.
    call: null,
    by: "agent",
    body: { email: "ana@demo.example", password: "x" },
    rules: [
      {
        field: "email",
        passes: ["ana@demo.example"],
        fails: [""],
        says: { pt: "Informe o e-mail", en: "Enter your email", es: "Escribe tu correo" },
      },
      {
        field: "email",
        passes: ["ana@demo.example"],
        fails: ["ana", "ana@", "ana@demo"],
        says: invalidEmail,
      },
      {
        field: "password",
        passes: ["x"],
        fails: [""],
        says: { pt: "Informe a senha", en: "Enter your password", es: "Escribe tu contraseña" },
      },
    ],
  },
  hours: {
    call: "PUT /companies/{companyId}/schedules",
    by: "admin",
    body: { startTime: "08:00", endTime: "18:00" },
    rules: [
      { field: "startTime", passes: ["00:00", "23:59"], fails: ["24:00", "8:00", "x", ""], says: timeLike },
      { field: "endTime", passes: ["00:00", "23:59", "24:00"], fails: ["23:60", "24:01", "1800", ""], says: timeLike },
      { field: "endTime", passes: ["07:59", "08:01"], fails: ["08:00"], says: sameTime },
      { field: "endTime", passes: ["00:00"], fails: [], says: sameTime, beside: { startTime: "00:00" } },
    ],
  },
};

/** The values of a setting; the screen offers no others. */
export const settingLimits: Record<string, { passes: string[]; fails: string[] }> = {
  userRating: { passes: ["enabled", "disabled"], fails: ["", "yes"] },
  scheduleType: { passes: ["disabled", "queue", "company"], fails: ["", "user"] },
  CheckMsgIsGroup: { passes: ["enabled", "disabled"], fails: ["true"] },
  call: { passes: ["enabled", "disabled"], fails: ["on"] },
  chatBotType: { passes: ["text"], fails: ["button"] },
  sendGreetingAccepted: { passes: ["enabled", "disabled"], fails: [""] },
  sendMsgTransfTicket: { passes: ["enabled", "disabled"], fails: [""] },
  outsidemessage: { passes: ["enabled", "disabled"], fails: [""] },
  singleSession: { passes: ["disabled"], fails: [""] },
  onlyAssigneeAnswers: { passes: ["enabled", "disabled"], fails: [""] },
  reopenWindowMinutes: { passes: ["0", "43200"], fails: ["43201", "-1", "1.5", "x"] },
  phoneCountry: { passes: ["BR", "PT"], fails: ["", "br", "XX"] },
  phoneAreaCode: { passes: ["", "31"], fails: ["x", "123456"] },
  timeZone: { passes: ["America/Sao_Paulo", "Europe/Lisbon"], fails: ["America/Lourdes", "+03:00", ""] },
};
