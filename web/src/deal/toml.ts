// As much TOML as variant files use: tables, arrays of tables, strings, whole numbers, booleans,
// arrays and inline tables. Several files may follow each other: then the same table comes again.

export type Value = string | number | boolean | Value[] | Table;
export type Table = { [key: string]: Value };

export type Section = {
  /** Dotted name, "" before the first header. */
  name: string;
  /** Whether the header was `[[name]]`. */
  listed: boolean;
  values: Table;
};

/** The tables of a text in its order. Throws an Error that names the line of what it cannot read. */
export function readToml(text: string): Section[] {
  const reader = new Reader(text);
  let section: Section = { name: '', listed: false, values: newTable() };
  const sections = [section];
  for (reader.blank(true); !reader.done(); reader.blank(true)) {
    const header = reader.match(/\[\[[ \t]*([A-Za-z0-9_.-]+)[ \t]*\]\]|\[[ \t]*([A-Za-z0-9_.-]+)[ \t]*\]/y);
    if (header) {
      const name = header[1] ?? header[2] ?? '';
      section = { name, listed: header[1] !== undefined, values: newTable() };
      sections.push(section);
    } else {
      const [key, value] = reader.pair();
      // One file never gives a key twice: this is the head of the next file, under the last one's table.
      if (!(key in section.values)) section.values[key] = value;
    }
    reader.endOfLine();
  }
  return sections;
}

function newTable(): Table {
  return Object.create(null) as Table;
}

const ESCAPES: Record<string, string> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', '"': '"', '\\': '\\' };

class Reader {
  #at = 0;

  constructor(private readonly text: string) {}

  done(): boolean {
    return this.#at >= this.text.length;
  }

  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  /** Skips blanks; with `lines` also comments and line ends. */
  blank(lines = false): void {
    this.match(lines ? /(?:[ \t\r\n]|#[^\n]*)*/y : /[ \t]*/y);
  }

  endOfLine(): void {
    this.match(/[ \t]*(?:#[^\n]*)?\r?/y);
    if (!this.done() && !this.match(/\n/y)) throw this.wrong();
  }

  pair(): [string, Value] {
    const key = this.match(/([A-Za-z0-9_-]+)|"([^"\\\n]*)"|'([^'\n]*)'/y);
    if (!key || !this.match(/[ \t]*=[ \t]*/y)) throw this.wrong();
    return [key[1] ?? key[2] ?? key[3] ?? '', this.value()];
  }

  value(): Value {
    const literal = this.match(/'([^'\n]*)'/y);
    if (literal) return literal[1] ?? '';
    const string = this.match(/"((?:[^"\\\n]|\\.)*)"/y);
    if (string) return this.unescape(string[1] ?? '');
    const word = this.match(/true\b|false\b|[+-]?\d[\d_]*(?![\w.:-])/y);
    if (word) return word[0] === 'true' || (word[0] !== 'false' && Number(word[0].replaceAll('_', '')));
    if (this.match(/\[/y)) {
      const list: Value[] = [];
      for (this.blank(true); !this.match(/\]/y); this.blank(true)) {
        list.push(this.value());
        this.blank(true);
        if (this.match(/,/y)) continue;
        if (!this.match(/\]/y)) throw this.wrong();
        break;
      }
      return list;
    }
    if (this.match(/\{/y)) {
      const table = newTable();
      for (this.blank(true); !this.match(/\}/y); this.blank(true)) {
        const [key, value] = this.pair();
        table[key] = value;
        this.blank(true);
        if (this.match(/,/y)) continue;
        if (!this.match(/\}/y)) throw this.wrong();
        break;
      }
      return table;
    }
    throw this.wrong();
  }

  private unescape(text: string): string {
    return text.replace(/\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/gs, (_, four, eight, one) => {
      if (one === undefined) return String.fromCodePoint(Number.parseInt(four ?? eight, 16));
      const plain = ESCAPES[one];
      if (plain === undefined) throw this.wrong();
      return plain;
    });
  }

  private wrong(): Error {
    return new Error(`line ${this.text.slice(0, this.#at).split('\n').length} of the variant cannot be read`);
  }
}
