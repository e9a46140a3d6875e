/** Adds what the screens use of a browser and jsdom lacks. There is no layout: every list has room for 15 rows. */

const MOUSE = ["(pointer: fine)", "(hover: hover)"];
const PHONE = ["(width < 37.5rem)", "(width < 46rem)", "(width < 56.25rem)", "(pointer: coarse)", "(hover: none)"];
const LIST_HEIGHT = 600;
const ROW_HEIGHT = 40;

let matchingQueries = MOUSE;
const queryLists = new Set<TestMediaQueryList>();
const observers = new Set<TestIntersectionObserver>();

class TestMediaQueryList extends EventTarget {
  readonly media: string;
  onchange = null;
  constructor(media: string) {
    super();
    this.media = media;
    queryLists.add(this);
  }
  get matches() {
    return matchingQueries.includes(this.media);
  }
  addListener() {}
  removeListener() {}
}

class TestResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

class TestIntersectionObserver implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = "";
  readonly scrollMargin = "";
  readonly thresholds = [];
  readonly #callback: IntersectionObserverCallback;
  readonly #targets = new Set<Element>();
  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback;
    observers.add(this);
  }
  observe(target: Element) {
    this.#targets.add(target);
  }
  unobserve(target: Element) {
    this.#targets.delete(target);
  }
  disconnect() {
    observers.delete(this);
  }
  takeRecords() {
    return [];
  }
  enter() {
    const entries = [...this.#targets].map((target) => ({ target, isIntersecting: true }));
    this.#callback(entries as unknown as IntersectionObserverEntry[], this);
  }
}

/** Changes the device: a phone is narrow and has no mouse. Reset after each test. */
export function becomePhone(): void {
  setQueries(PHONE);
}

/** Makes these media queries match as well, until the test ends. */
export function matchQueries(...queries: string[]): void {
  setQueries([...matchingQueries, ...queries]);
}

function setQueries(queries: string[]): void {
  matchingQueries = queries;
  for (const list of queryLists) list.dispatchEvent(new Event("change"));
}

/** Reports every observed element as visible. */
export function scrollEverythingIntoView(): void {
  for (const observer of observers) observer.enter();
}

export function installBrowserGaps(): void {
  window.matchMedia = (query) => new TestMediaQueryList(query) as MediaQueryList;
  window.scrollTo = () => undefined;
  Object.assign(globalThis, { visualViewport: Object.assign(new EventTarget(), { width: 1024, height: 768 }) });
  globalThis.ResizeObserver = TestResizeObserver;
  globalThis.IntersectionObserver = TestIntersectionObserver;
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.setPointerCapture = () => undefined;
  Element.prototype.getAnimations = () => [];
  URL.createObjectURL = () => `blob:${location.origin}/${crypto.randomUUID()}`;
  URL.revokeObjectURL = () => undefined;
  Object.defineProperties(HTMLElement.prototype, {
    clientWidth: { configurable: true, get: () => LIST_HEIGHT },
    clientHeight: { configurable: true, get: () => LIST_HEIGHT },
    offsetWidth: { configurable: true, get: () => LIST_HEIGHT },
    offsetHeight: {
      configurable: true,
      get(this: HTMLElement) {
        return this.tagName === "LI" ? ROW_HEIGHT : LIST_HEIGHT;
      },
    },
  });
}

export function resetBrowserGaps(): void {
  matchingQueries = MOUSE;
  queryLists.clear();
  observers.clear();
}
