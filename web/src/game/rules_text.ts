/** A board drawn in a rules page: a placement, squares to mark, and what is to be seen. */
export type BoardBlock = { placement: string; marks: string[]; caption: string };

/** Reads a fenced block `board`: first line a placement, then squares to mark; the rest is the caption. */
export function boardBlock(text: string): BoardBlock {
  const [first = '', ...rest] = text.trim().split('\n');
  const [placement = '', ...fields] = first.trim().split(/\s+/);
  return {
    placement,
    marks: fields.filter(field => /^[a-l](?:[1-9]|10)$/.test(field)),
    caption: rest.join(' ').trim(),
  };
}

/** A rules page as stretches of HTML and the boards between them. */
export function partsOf(html: string): (string | BoardBlock)[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const parts: (string | BoardBlock)[] = [];
  for (const element of body.children) {
    const code = element.matches('pre') && element.querySelector('code.language-board');
    if (code) {
      parts.push(boardBlock(code.textContent ?? ''));
      continue;
    }
    const last = parts.at(-1);
    if (typeof last === 'string') parts[parts.length - 1] = last + element.outerHTML;
    else parts.push(element.outerHTML);
  }
  return parts;
}
