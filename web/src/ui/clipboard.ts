/**
 * Puts a text on the clipboard; `false` where the browser does not let it. Some let it only within the click itself, so a
 * text that is still to come is handed over as a promise.
 */
export async function copy(text: Promise<string>): Promise<boolean> {
  // Only pages that came by https or from this machine have one.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (!clipboard) return false;
  try {
    if (typeof ClipboardItem === 'undefined') await clipboard.writeText(await text);
    else {
      const blob = text.then(value => new Blob([value], { type: 'text/plain' }));
      // Where the browser gives up first, nobody else looks at this.
      blob.catch(() => {});
      await clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    }
    return true;
  } catch {
    return false;
  }
}
