import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * A body that is made piece by piece, as its client takes it. It must hold nothing that has to be freed: it is left where
 * it stands if the client leaves. A piece has at most about {@link pieceBytes}.
 */
export type BodyPieces = AsyncIterable<Uint8Array>;

/** What a client that does not read keeps in memory of such a body, at most about. */
export const pieceBytes = 262_144;

/** Where an exchange writes a body in pieces. */
export interface PieceWriter {
  /** False once the client has left. */
  readonly alive: boolean;
  /** @returns whether the client takes it at once; otherwise wait for {@link taken}. */
  writePiece(piece: Uint8Array): boolean;
  /** Resolves when the client has taken what was written, or has left. */
  taken(): Promise<void>;
  endPieces(): void;
  /** The body cannot be completed: closes the connection, so that nobody takes what was sent for all of it. */
  abandon(): void;
}

/**
 * Writes a body. Each piece is made after the one before was taken, and written in a turn of its own: other requests have
 * theirs in between, and no write happens inside a callback of the server.
 */
export async function writePieces(
  pieces: BodyPieces,
  writer: PieceWriter,
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    for await (const piece of pieces) {
      await nextTurn();
      if (!writer.alive) return;
      if (!writer.writePiece(piece)) await writer.taken();
      if (!writer.alive) return;
    }
    await nextTurn();
    if (writer.alive) writer.endPieces();
  } catch (error) {
    onError(error);
    writer.abandon();
  }
}
