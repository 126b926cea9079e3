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

/** As many bytes as can be had, from the start, of a pack that may be torn or have anything behind it. */
export function salvage(pack: Uint8Array): Buffer {
  let best = partOf(pack);
  if (best !== undefined) return best;
  // A longer piece fails wherever a shorter one does, so the end of what is sound can be halved down to.
  let sound = 0;
  let failing = pack.length;
  while (failing - sound > 1) {
    const middle = (sound + failing) >> 1;
    const bytes = partOf(pack.subarray(0, middle));
    if (bytes === undefined) failing = middle;
    else {
      sound = middle;
      best = bytes;
    }
  }
  if (best === undefined || best.length === 0) throw new Error('nothing in it can be unpacked');
  return best;
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
