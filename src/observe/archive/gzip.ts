import { constants, gunzipSync, gzipSync } from 'node:zlib';

// A pack is a row of gzip members, so that `zcat` reads it too and an increment is appended, never merged.

/** One member. */
export function packed(bytes: Uint8Array): Buffer {
  return gzipSync(bytes);
}

/** The bytes of all members. Throws where the pack is damaged. */
export function unpacked(pack: Uint8Array): Buffer {
  return pack.length === 0 ? Buffer.alloc(0) : gunzipSync(pack);
}

/** What a piece from the start of a pack holds; undefined where that cannot be told. */
export function partOf(pack: Uint8Array): Buffer | undefined {
  if (pack.length === 0) return Buffer.alloc(0);
  try {
    return gunzipSync(pack, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}
