/** Words that password-guessing programs try first, in lower case, without trailing digits. */
const commonWords = new Set(
  [
    "password passwort passw0rd p@ssword p@ssw0rd senhasenha minhasenha suasenha novasenha contraseña contrasena",
    "iloveyou teamoteamo euteamo teamo eteamo amorzinho meuamor princesa sunshine princess football superman batman",
    "qwerty qwertyui qwertyuiop asdfghjk asdfghjkl zxcvbnm azertyui qazwsxedc qazwsx 1qaz2wsx 1q2w3e4r 1q2w3e4r5t",
    "q1w2e3r4 abcdefgh abcdefghi abcd abc administrator administrador admin adminadmin root rootroot suporte suporte@",
    "welcome letmein whatever trustno monkey dragon shadow master michael jennifer computer internet samsung brasil",
    "flamengo corinthians palmeiras saopaulo santos vasco gremio cruzeiro botafogo fluminense internacional barcelona",
    "empresa atendimento whatsapp senha senha@ mudar mudar@ teste testeteste usuario bemvindo bemvinda obrigado deusefiel",
    "jesuscristo jesus deus familia gabriel felipe rafael matheus lucas leonardo fernando fernanda mariana juliana",
  ].flatMap((line) => line.split(" ")),
);

/**
 * Returns whether a password is a common word with trailing digits and signs, a repeated pattern, or a run of digits.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  if (commonWords.has(lower) || commonWords.has(lower.replace(/[\d!@#$.]{1,10}$/, ""))) return true;
  return isRepeated(lower) || isRun(lower);
}

/** "aaaaaaaa", "12121212", "abcabcabc": a pattern of up to four characters, repeated. */
function isRepeated(text: string): boolean {
  return [1, 2, 3, 4].some(
    (size) =>
      text ===
      text
        .slice(0, size)
        .repeat(Math.ceil(text.length / size))
        .slice(0, text.length),
  );
}

/** "12345678", "87654321", "01234567890". */
function isRun(text: string): boolean {
  const digits = "01234567890123456789";
  return digits.includes(text) || digits.includes([...text].reverse().join(""));
}
