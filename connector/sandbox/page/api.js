const SENTENCES = {
  ERR_NO_QRCODE: "O balcão não está mostrando um código agora.",
  ERR_WAPP_NOT_INITIALIZED: "Esta conexão ainda não foi pareada. Mostre o QR no balcão e toque em Ler QR.",
  ERR_WAPP_INVALID_CONTACT: "Este número não tem WhatsApp.",
  ERR_NO_WAPP_FOUND: "Esta conexão não existe mais.",
  ERR_NO_MESSAGE_FOUND: "O celular não tem mais esta mensagem.",
  ERR_BODY_TOO_LARGE: "O arquivo passa de 18 MB.",
};

async function call(path, init) {
  const response = await fetch(`/sandbox${path}`, init);
  const answer = await response.json();
  if (!response.ok) throw new Error(SENTENCES[answer.error] ?? "Não deu certo. Tente de novo.");
  return answer;
}

export const get = (path, query = {}) => call(`${path}?${new URLSearchParams(query)}`);

export const post = (path, body = {}) =>
  call(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** Calls back at every change of the phones, and after each time the stream was lost. */
export function listen(onChange) {
  const stream = new EventSource("/sandbox/events");
  stream.onmessage = ({ data }) => onChange(JSON.parse(data));
  stream.onopen = () => onChange({ type: "connection" });
}
