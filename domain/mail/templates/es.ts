import type { MailTemplates } from "../mail.ts";
import { formatsOf } from "./formats.ts";
import { resetPath, spaced } from "./reset-code.ts";

const { day, money } = formatsOf("es");
const daysLeft = (days: number) => (days === 0 ? "vence hoy" : days === 1 ? "vence mañana" : `vence en ${days} días`);
const invoices = { label: "Ver facturas", path: "/financeiro" };

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
  passwordReset: ({ name, email, minutes, code }) => ({
    subject: "Código para restablecer tu contraseña",
    paragraphs: [
      `Hola, ${name}.`,
      `Tu código es ${spaced(code)}. Vale por ${minutes} minutos y una sola vez.`,
      "Si no lo pediste, ignora este correo: tu contraseña sigue igual. No des el código a nadie.",
    ],
    link: { label: "Escribir el código", path: resetPath(email) },
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
};
