import { foldedWords, withoutEnds } from "../texts/folded-words.ts";

/** A longer text is no answer to a menu, in UTF-16 units. */
const MAX_TEXT = 200;

const list = (text: string): ReadonlySet<string> => new Set(text.split(/[,\n]/).map((phrase) => phrase.trim()));

/** Words around a choice, in Portuguese, Spanish and English. */
const around = list(`
  a, o, la, el, lo, the, nro, numero, number, opcao, opcion, option, item, alternativa, digito, tecla,
  eu, quero, queria, gostaria, prefiro, escolho, escolhi, escolher, quiero, quisiera, prefiero, elijo, escojo, i, want,
  choose, pick, de, do, da, del, com, con, with, para, pra, por, to, falar, hablar, talk, speak, would, like, e a, e o, es la, es el,
  por favor, por gentileza, pf, pfv, please, pls, obrigado, obrigada, brigado, brigada, gracias, thanks, thank you, muito obrigado,
  muito obrigada, ok, oi, ola, opa, hola, hi, hello, bom dia, boa tarde, boa noite, buenos dias, buenas tardes,
  buenas noches, good morning, good afternoon, good evening
`);

const numbers = new Map<string, number>(
  [
    "um, uma, uno, una, one, primeiro, primeira, primero, primera, primer, first, 1o, 1a, 1st",
    "dois, duas, dos, two, segundo, segunda, second, 2o, 2a, 2nd",
    "tres, three, terceiro, terceira, tercero, tercera, tercer, third, 3o, 3a, 3rd",
    "quatro, cuatro, four, quarto, quarta, cuarto, cuarta, fourth, 4o, 4a, 4th",
    "cinco, five, quinto, quinta, fifth, 5o, 5a, 5th",
    "seis, six, sexto, sexta, sixth, 6o, 6a, 6th",
    "sete, siete, seven, setimo, setima, septimo, septima, seventh, 7o, 7a, 7th",
    "oito, ocho, eight, oitavo, oitava, octavo, octava, eighth, 8o, 8a, 8th",
    "nove, nueve, nine, nono, nona, noveno, novena, ninth, 9o, 9a, 9th",
    "dez, diez, ten, decimo, decima, tenth, 10o, 10a, 10th",
    "onze, once, eleven",
    "doze, doce, twelve",
  ].flatMap((words, place) => words.split(", ").map((word): [string, number] => [word, place + 1])),
);

/** Signs that people put around a number. Others change its meaning: "-1", "1,5", "R$ 1", "1%". */
const OTHER_SIGN = /[^\p{L}\p{N}\p{M}\s[\](){}*_~`"'“”‘’«».,:;!?…\-–—º°#|>•·\p{Extended_Pictographic}\p{Cf}]/u;
/** A sign, a fraction, a range or several numbers. */
const NOT_ONE_NUMBER = /(?:^|\s)-\d|\d\s*[.,:/\-–—]\s*\d/u;

/**
 * Returns the index of the one option that an answer names; undefined: it names none, or several. Accepts the option's
 * number in any writing ("2", "2.", "2️⃣", "[ 2 ]", "２", "opção 2", "dois", "a segunda"), its title, and the line as
 * shown ("[ 2 ] - Vendas"). Digits alone are always the number.
 */
export function chosenLine(answer: string, titles: readonly string[]): number | undefined {
  if (answer.length > MAX_TEXT) return undefined;
  const words = wordsOf(answer);
  const options = titles.map(wordsOf);
  const isNumberAlone = words.length === 1 && /^\d+$/.test(words[0] ?? "");
  const places = isNumberAlone ? [] : placesOf(answer, words, titles, options);
  if (places.length > 0) return places.length === 1 ? places[0] : undefined;

  const [first = "", ...rest] = withoutEnds(words, around);
  const place = (/^\d{1,3}$/.test(first) ? Number(first) : (numbers.get(first) ?? 0)) - 1;
  const option = options[place];
  if (!option) return undefined;
  if (rest.length > 0) return isSame(rest, option) ? place : undefined;
  return OTHER_SIGN.test(answer) || NOT_ONE_NUMBER.test(answer) ? undefined : place;
}

const wordsOf = (text: string) => foldedWords(text.replace(/(?<!\p{L})n[.º°]\s?(?=\d)/giu, "").replaceAll("🔟", "10"));
const isSame = (a: readonly string[], b: readonly string[]) => a.join(" ") === b.join(" ");

/** Returns the options whose title is the answer: exactly, or without the words around a choice. */
function placesOf(
  answer: string,
  words: readonly string[],
  titles: readonly string[],
  options: readonly string[][],
): number[] {
  const where = (isIt: (place: number) => boolean) => options.flatMap((_, place) => (isIt(place) ? [place] : []));
  // A title may consist of signs only.
  if (words.length === 0)
    return where((place) => titles[place]?.trim() !== "" && titles[place]?.trim() === answer.trim());
  const exact = where((place) => isSame(words, options[place] ?? []));
  if (exact.length > 0) return exact;
  // A word that is a title of its own is more than a word around the choice.
  const own = new Set(options.flatMap((option) => (option.length === 1 ? option : [])));
  const core = withoutEnds(words, around, own);
  return where((place) => isSame(core, withoutEnds(options[place] ?? [], around, own)));
}
