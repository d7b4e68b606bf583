import type { ServerMessage } from '../wire';

/** Reads a frame. A field that is not there may come as null; the rest of the client knows only absent ones. */
export function messageOf(frame: string): ServerMessage {
  return JSON.parse(frame, (_key, value: unknown) => value ?? undefined) as ServerMessage;
}
