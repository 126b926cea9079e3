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

/** As many bytes as can be had, from the start, of a pack that may be torn. */
export function salvage(pack: Uint8Array): Buffer {
  if (pack.length === 0) return Buffer.alloc(0);
  return gunzipSync(pack, { finishFlush: constants.Z_SYNC_FLUSH });
}
