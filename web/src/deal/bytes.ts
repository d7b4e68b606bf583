// Bytes, hexadecimal and the two functions of WebCrypto that a deal needs.

export type Bytes = Uint8Array<ArrayBuffer>;

export function utf8(text: string): Bytes {
  return new Uint8Array(new TextEncoder().encode(text));
}

export function concat(...parts: Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Four bytes, high byte first. */
export function u32(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** Eight bytes, high byte first. */
export function u64(value: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

/** The bytes after their length as four bytes. */
export function prefixed(bytes: Uint8Array | string): Bytes {
  const plain = typeof bytes === 'string' ? utf8(bytes) : bytes;
  return concat(u32(plain.length), plain);
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

/** The 32 bytes of 64 hexadecimal digits, or null. */
export function fromHex(text: string): Bytes | null {
  if (!/^[0-9a-fA-F]{64}$/.test(text)) return null;
  const bytes = new Uint8Array(32);
  for (let i = 0; i < 32; i++) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** HMAC-SHA-256 with a fixed key. */
export async function hmac(key: Bytes): Promise<(message: Bytes) => Promise<Bytes>> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return async message => new Uint8Array(await crypto.subtle.sign('HMAC', imported, message));
}
