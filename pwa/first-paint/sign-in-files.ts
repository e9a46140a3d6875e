/**
 * Without a session, requests the sign-in screen's code together with the app's, and once the page is loaded the
 * database's code, which signing in needs first. `pwa/build/first-load.ts` names the files.
 */
export function loadSignInFiles(): void {
  if (localStorage.getItem("user") !== null) return;
  for (const href of filesIn("sign-in-files")) addLink({ rel: "modulepreload", href, crossOrigin: "" });
  const prefetch = () => {
    for (const href of filesIn("desk-files")) addLink({ rel: "prefetch", as: "script", href });
  };
  if (document.readyState === "complete") prefetch();
  else addEventListener("load", prefetch, { once: true });
}

function filesIn(name: string): string[] {
  const content = document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content;
  return content ? content.split(" ") : [];
}

function addLink(attributes: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement("link"), attributes));
}
