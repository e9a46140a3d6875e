import type { MailParagraph, MailTemplates } from "../mail.ts";
import { resetPath, signInPath, signUpPath, spaced } from "./codes.ts";
import { formatsOf } from "./formats.ts";

const { amount, day, money, moment } = formatsOf("es");
const daysLeft = (days: number) => (days === 0 ? "vence hoy" : days === 1 ? "vence mañana" : `vence en ${days} días`);
const invoices = { label: "Ver facturas", path: "/financeiro" };

const codeMail = (until: string, code: string) => ({
  subject: `${code} es tu código de Balcão`,
  paragraphs: [
    "Usa este código para confirmar tu correo:",
    { code: spaced(code) },
    `Vale hasta las ${until}. Escríbelo en la página en la que lo pediste.`,
  ] as MailParagraph[],
  link: null,
});

export const es: MailTemplates = {
  welcome: ({ name, company, lastDay }) => ({
    subject: `${company} está en Balcão`,
    paragraphs: [
      `Hola, ${name}.`,
      `La cuenta de ${company} está creada. El período de prueba dura hasta el ${day(lastDay)}.`,
      "Para recibir el primer mensaje, conecta un número de WhatsApp en Conexiones, crea una cola e invita a un colega.",
    ],
    link: { label: "Conectar un número", path: "/connections" },
  }),
  invoiceReminder: ({ company, invoice, amountCents, dueDate, days }) => ({
    subject: `La factura ${invoice} ${daysLeft(days)}`,
    paragraphs: [
      `La factura ${invoice} de ${company}, de ${money(amountCents)}, ${daysLeft(days)} (${day(dueDate)}).`,
      "Después del vencimiento solo entran los administradores, y solo para pagar. Los mensajes de los clientes siguen llegando durante 30 días.",
      "Si ya has pagado, ignora este correo.",
    ],
    link: invoices,
  }),
  paymentReceived: ({ company, invoice, amountCents, paidUntil }) => ({
    subject: `Pago de la factura ${invoice} confirmado`,
    paragraphs: [
      `El pago de ${money(amountCents)} de la factura ${invoice} de ${company} está confirmado.`,
      `La suscripción está pagada hasta el ${day(paidUntil)}. El recibo está en la lista de facturas.`,
    ],
    link: invoices,
  }),
  connectionsSuspended: ({ company, dueDate }) => ({
    subject: `Las conexiones de ${company} están suspendidas`,
    paragraphs: [
      `La suscripción de ${company} venció el ${day(dueDate)}, hace más de 30 días. Sus conexiones están suspendidas: los mensajes de los clientes ya no llegan a Balcão.`,
      "No se ha borrado nada. Después del pago, las conexiones vuelven por sí solas.",
    ],
    link: invoices,
  }),
  campaignScheduled: ({ campaign, campaignId, by, at }) => ({
    subject: `La campaña ${campaign} fue programada por la API`,
    paragraphs: [
      `La campaña ${campaign} fue programada por la API, por ${by}, para ${moment(at)}.`,
      "Nadie vio su ensayo: revisa quién la recibe y el texto antes de la hora. Si no debe salir, quita la programación.",
    ],
    link: { label: "Ver el ensayo", path: `/campaign/${campaignId}/preview` },
  }),
  storageFilling: ({ company, usedGb, limitGb }) => ({
    subject: `El espacio de ${company} está casi lleno`,
    paragraphs: [
      `Los archivos de ${company} ocupan ${amount(usedGb)} de ${amount(limitGb)} GB.`,
      "Sin espacio, los archivos enviados se rechazan y los recibidos no se guardan. Elimina conversaciones internas y contactos antiguos o cambia de plan.",
    ],
    link: { label: "Ver la suscripción", path: "/subscription" },
  }),
  passwordReset: ({ name, email, minutes, code }) => ({
    subject: "Código para restablecer tu contraseña",
    paragraphs: [
      `Hola, ${name}.`,
      `Tu código es ${spaced(code)}. Vale por ${minutes} minutos y una sola vez.`,
      "Si no lo pediste, ignora este correo: tu contraseña sigue igual. No des el código a nadie.",
    ],
    link: { label: "Escribir el código", path: resetPath(email) },
  }),
  firstAccess: ({ name, email, company, days, code }) => ({
    subject: "Tu acceso a Balcão",
    paragraphs: [
      `Hola, ${name}.`,
      `La cuenta de ${company} fue creada, y la administras con el correo ${email}.`,
      `Para elegir tu contraseña, usa el código ${spaced(code)}. Vale por ${days} días y una sola vez. Después, pide otro en "Olvidé mi contraseña".`,
    ],
    link: { label: "Elegir la contraseña", path: resetPath(email) },
  }),
  passwordChanged: ({ name, email }) => ({
    subject: "Tu contraseña fue restablecida",
    paragraphs: [
      `Hola, ${name}.`,
      `La contraseña de la cuenta ${email} se acaba de restablecer, y todos los dispositivos salieron de la cuenta.`,
      "Si no fuiste tú, restablece la contraseña otra vez y avisa al administrador de tu empresa.",
    ],
    link: { label: "Restablecer la contraseña", path: "/forgetpsw" },
  }),
  signUpCode: ({ until, code }) => ({
    ...codeMail(until, code),
    paragraphs: [
      ...codeMail(until, code).paragraphs,
      {
        note: "¿No lo pediste? Alguien escribió tu correo por error. Ignora este mensaje: sin el código no se crea nada.",
      },
    ],
  }),
  signUpCodeKnown: ({ until, code }) => ({
    ...codeMail(until, code),
    paragraphs: [
      ...codeMail(until, code).paragraphs,
      "Ya tienes una cuenta con este correo. Después del código, solo tienes que entrar.",
      { note: "¿No lo pediste? Ignora este mensaje. Tu cuenta no cambió y tu contraseña sigue siendo válida." },
    ],
  }),
  signUpLink: ({ hours, token }) => ({
    subject: "Confirma tu correo en Balcão",
    paragraphs: [
      "Abre el enlace para confirmar tu correo y crear la cuenta.",
      `Vale por ${hours} horas y una sola vez.`,
      { note: "¿No lo pediste? Alguien escribió tu correo por error. No abras el enlace: sin él no se crea nada." },
    ],
    link: { label: "Crear la cuenta", path: signUpPath(token) },
  }),
  signUpKnown: () => ({
    subject: "Ya tienes una cuenta en Balcão",
    paragraphs: [
      "Pidieron una cuenta nueva con este correo. Ya tienes una: solo tienes que entrar.",
      'Si olvidaste la contraseña, pide un código en "Olvidé mi contraseña".',
      { note: "¿No lo pediste? Ignora este mensaje. Tu cuenta no cambió y tu contraseña sigue siendo válida." },
    ],
    link: { label: "Entrar", path: signInPath },
  }),
};
