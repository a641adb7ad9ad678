export type ImageHeader = { type: 'jpeg' | 'png' | 'gif' | 'webp'; width: number; height: number };

/**
 * Reads the format and size in the first bytes of a picture, before anything is decoded: a file of a few kilobytes
 * may unfold into gigabytes of pixels.
 *
 * Sources: ITU-T T.81 (JPEG, annex B), RFC 2083 (PNG), GIF89a (section 18), RFC 9649 (WebP).
 *
 * @returns `undefined` for another format, and for a header that is cut or empty
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const header = png(view) ?? gif(view) ?? webp(view) ?? jpeg(view);
    return header && header.width > 0 && header.height > 0 ? header : undefined;
  } catch (error) {
    // The bytes ended before the header did.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Brands of ISO 14496-12 files that are pictures, with the name by which people know them. */
const BRANDS: Readonly<Record<string, string>> = {
  ...{ avif: 'AVIF', avis: 'AVIF', heic: 'HEIC', heix: 'HEIC', hevc: 'HEIC', hevx: 'HEIC', heim: 'HEIC' },
  ...{ heis: 'HEIC', mif1: 'HEIC', msf1: 'HEIC' },
};

/** Says in French that a picture is no JPEG and what to do; `undefined` for a JPEG, and for bytes of no known picture. */
export function otherThanJpeg(bytes: Uint8Array): string | undefined {
  const header = readImageHeader(bytes);
  if (header?.type === 'jpeg') return undefined;
  const format = header ? header.type.toUpperCase() : foreignFormat(bytes);
  return format && `C’est une image ${format}, quel que soit son nom\u00a0: exportez-la en JPEG.`;
}

/** Names the format of an unsupported picture that phones and programs write; `undefined` when unknown. */
function foreignFormat(bytes: Uint8Array): string | undefined {
  const letters = String.fromCharCode(...bytes.subarray(0, 64));
  if (/^(II\*\0|MM\0\*)/.test(letters)) return 'TIFF';
  if (letters.startsWith('BM')) return 'BMP';
  if (letters.slice(4, 8) !== 'ftyp') return undefined;
  // The first brand may be the family's, and the picture's own stand among those that follow.
  const brands = letters.slice(8, Math.min(bytes[3] ?? 0, 64)).match(/.{4}/gs) ?? [];
  const names = brands.flatMap((brand) => BRANDS[brand] ?? []);
  return names.find((name) => name === 'AVIF') ?? names[0];
}

const asciiAt = (view: DataView, at: number, length: number) =>
  String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)));

function png(view: DataView): ImageHeader | undefined {
  if (view.getUint32(0) !== 0x89504e47 || asciiAt(view, 12, 4) !== 'IHDR') return undefined;
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20) };
}

function gif(view: DataView): ImageHeader | undefined {
  if (!['GIF87a', 'GIF89a'].includes(asciiAt(view, 0, 6))) return undefined;
  return { type: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function webp(view: DataView): ImageHeader | undefined {
  if (asciiAt(view, 0, 4) !== 'RIFF' || asciiAt(view, 8, 4) !== 'WEBP') return undefined;
  const size24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1;
  switch (asciiAt(view, 12, 4)) {
    case 'VP8X':
      return { type: 'webp', width: size24(24), height: size24(27) };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { type: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return {
        type: 'webp',
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    default:
      return undefined;
  }
}

/** Reads segment after segment up to the frame header (SOF0 to SOF15), which alone holds the size. */
function jpeg(view: DataView): ImageHeader | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Any number of fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // C4, C8 and CC are tables, not frames.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { type: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    // The compressed picture begins without a frame header before it.
    if (marker === 0xda || marker === 0xd9) return undefined;
    at += 2 + view.getUint16(at + 2);
  }
}
