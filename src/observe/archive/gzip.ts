import { constants, gunzipSync, gzipSync } from 'node:zlib';

// A pack is a sequence of gzip members, so `zcat` reads it and an increment is appended without merging.

/** One member. */
export function packed(bytes: Uint8Array): Buffer {
  return gzipSync(bytes);
}

/** The bytes of all members. Throws if the pack is damaged. */
export function unpacked(pack: Uint8Array): Buffer {
  return pack.length === 0 ? Buffer.alloc(0) : gunzipSync(pack);
}

/** Decompresses a piece from the start of a pack; undefined if that is impossible. */
export function partOf(pack: Uint8Array): Buffer | undefined {
  if (pack.length === 0) return Buffer.alloc(0);
  try {
    return gunzipSync(pack, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}
