/** Returns a random generator with the same sequence in every run (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (most: number): number => Math.floor(next() * most);
  return {
    next,
    below,
    pick: <T>(of: readonly T[]): T => of[below(of.length)] as T,
    /** Returns a UUID like those of clients: time first, then random. */
    id(atMs: number): string {
      const time = atMs.toString(16).padStart(12, "0");
      const rest = Array.from({ length: 3 }, () => below(0x1000000).toString(16).padStart(6, "0")).join("");
      return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
    },
  };
}
export type SeededRandom = ReturnType<typeof seededRandom>;

const first =
  "Ana Bia Caio Davi Elisa Fábio Gil Helena Iara João Karina Léo Márcia Nuno Otília Paulo Rita Sônia Tomás Vera".split(
    " ",
  );
const last =
  "Sampaio Prado Duarte Nogueira Ramos Alves Braga Couto Dias Esteves Farias Gomes Lima Moura Neves Pires Rocha Souza".split(
    " ",
  );
export const fullName = (random: SeededRandom): string =>
  `${random.pick(first)} ${random.pick(last)} ${random.pick(last)}`;

const common =
  "bom dia tarde noite oi olá tudo bem obrigado por favor pedido entrega prazo preço valor pagamento boleto cartão loja endereço horário hoje amanhã quando onde qual quero preciso comprar trocar devolver peça cor tamanho branco azul verde caixa frete nota fiscal problema não sim chegou ainda veio errado certo pode me ajudar aguardo retorno atendimento".split(
    " ",
  );
const syllables =
  "ba be bi bo ca ce co da de do fa fe fi ga go la le li lo ma me mi mo na ne no pa pe po ra re ri ro sa se so ta te ti to va ve vi".split(
    " ",
  );
/** Six thousand rarer words, in place of product names and places. */
const rare = Array.from({ length: 6_000 }, (_, at) => {
  const random = seededRandom(at + 1);
  return Array.from({ length: 3 + (at % 2) }, () => random.pick(syllables)).join("");
});

/**
 * Returns a sentence of 3 to 24 words with a realistic distribution: a few words are in most sentences, most words in
 * few.
 */
export function sentence(random: SeededRandom): string {
  const words = Array.from({ length: 3 + Math.floor(21 * random.next() ** 2) }, () =>
    random.next() < 0.8 ? random.pick(common) : (rare[Math.floor(rare.length * random.next() ** 3)] as string),
  );
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
/** Returns a rarer word by its frequency rank: 0 is the most common. */
export const rareWord = (place: number): string => rare[place] as string;
