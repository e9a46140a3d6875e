/** Takes the height of an empty composer until it is mounted, so that the messages do not move. */
export const ComposerSpace = () => (
  <div data-composer-space className="shrink-0 border-line border-t-[2.5px] bg-surface">
    <div className="box-content h-[calc(2.125rem+var(--control))] py-2 max-sm:h-11" />
  </div>
);
