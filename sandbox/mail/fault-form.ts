import { html } from "hono/html";
import * as v from "valibot";
import { type BreakStep, breakSteps, type MailFaults } from "./mail-faults.ts";

type FaultTexts = {
  title: string;
  active: string;
  refuse: string;
  defer: string;
  breakAt: string;
  never: string;
  breaks: string;
  refuseLogin: string;
  save: string;
  clear: string;
  steps: Record<BreakStep, string>;
};

export const faultTexts: Record<"pt" | "en" | "es", FaultTexts> = {
  pt: {
    title: "Falhas do servidor de e-mail",
    active: "com falhas",
    refuse: "Recusar endereços que contêm",
    defer: "Pedir para tentar depois a endereços que contêm",
    breakAt: "Cortar a conexão",
    never: "nunca",
    breaks: "Quantas vezes",
    refuseLogin: "Recusar o login",
    save: "Aplicar",
    clear: "Sem falhas",
    steps: {
      connect: "ao conectar",
      login: "no login",
      sender: "no remetente",
      recipient: "no destinatário",
      body: "durante o texto",
      accepted: "depois de aceitar, antes da resposta",
    },
  },
  en: {
    title: "Faults of the mail server",
    active: "with faults",
    refuse: "Refuse addresses that contain",
    defer: "Ask to try again later for addresses that contain",
    breakAt: "Cut the connection",
    never: "never",
    breaks: "How many times",
    refuseLogin: "Refuse the sign-in",
    save: "Apply",
    clear: "No faults",
    steps: {
      connect: "when it opens",
      login: "at the sign-in",
      sender: "at the sender",
      recipient: "at the recipient",
      body: "during the text",
      accepted: "after accepting, before the reply",
    },
  },
  es: {
    title: "Fallos del servidor de correo",
    active: "con fallos",
    refuse: "Rechazar direcciones que contienen",
    defer: "Pedir que se intente más tarde a direcciones que contienen",
    breakAt: "Cortar la conexión",
    never: "nunca",
    breaks: "Cuántas veces",
    refuseLogin: "Rechazar el inicio de sesión",
    save: "Aplicar",
    clear: "Sin fallos",
    steps: {
      connect: "al conectar",
      login: "en el inicio de sesión",
      sender: "en el remitente",
      recipient: "en el destinatario",
      body: "durante el texto",
      accepted: "después de aceptar, antes de la respuesta",
    },
  },
};

/** The fields of the form; an unchecked box and an emptied form are absent. */
export const FaultForm = v.object({
  refuse: v.optional(v.string(), ""),
  defer: v.optional(v.string(), ""),
  breakAt: v.pipe(
    v.optional(v.picklist(["", ...breakSteps]), ""),
    v.transform((step) => step || null),
  ),
  breaks: v.pipe(v.optional(v.string(), "0"), v.transform(Number), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
  refuseLogin: v.pipe(
    v.optional(v.string(), ""),
    v.transform((checked) => checked !== ""),
  ),
});

const isFaulty = ({ refuse, defer, breakAt, breaks, refuseLogin }: MailFaults): boolean =>
  refuse !== "" || defer !== "" || (breakAt !== null && breaks > 0) || refuseLogin;

/** Draws the form of the faults; it is open while there are some. */
export const faultForm = (
  t: FaultTexts,
  faults: MailFaults,
) => html`<details class="mail-faults" ${isFaulty(faults) ? "open" : ""}>
  <summary>${t.title}${isFaulty(faults) ? ` (${t.active})` : ""}</summary>
  <form method="post" action="/sandbox/mail/faults">
    <label>${t.refuse}<input name="refuse" value="${faults.refuse}" autocomplete="off"></label>
    <label>${t.defer}<input name="defer" value="${faults.defer}" autocomplete="off"></label>
    <label>${t.breakAt}<select name="breakAt">
      <option value="">${t.never}</option>
      ${breakSteps.map((step) => html`<option value="${step}" ${step === faults.breakAt ? "selected" : ""}>${t.steps[step]}</option>`)}
    </select></label>
    <label>${t.breaks}<input name="breaks" type="number" min="0" max="1000000" value="${faults.breaks || 1}"></label>
    <label class="check"><input name="refuseLogin" type="checkbox" ${faults.refuseLogin ? "checked" : ""}>${t.refuseLogin}</label>
    <button class="button" type="submit">${t.save}</button>
  </form>
  <form method="post" action="/sandbox/mail/faults"><button class="button" type="submit">${t.clear}</button></form>
</details>`;
