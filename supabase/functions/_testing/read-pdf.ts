import { getDocumentProxy } from 'unpdf';

/** A PDF's content as a library other than the one that wrote it reads it. */
export interface PdfContent {
  title: string | undefined;
  language: string | undefined;
  /** The XML metadata, which says that the file is PDF/UA. */
  metadata: string;
  pages: number;
  /** Each page as it is printed, artifacts included, spaces as they are. */
  printed: string[];
  /** The structure of the whole document, as an assistive technology goes through it. */
  tags: TagNode[];
  /** The titles of the bookmarks. */
  outline: string[];
  /** The fonts, and whether they are in the file. */
  fonts: { name: string; isEmbedded: boolean }[];
}

export interface TagNode {
  role: string;
  alt?: string;
  /** The text under the tag and under those inside it. */
  text: string;
  children: TagNode[];
}

interface StructNode {
  role?: string;
  type?: string;
  id?: string;
  alt?: string;
  children?: StructNode[];
}

/** Reads a PDF with pdf.js. */
export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  const document = await getDocumentProxy(bytes.slice());
  const { info, metadata } = await document.getMetadata();
  const { Title, Language } = info as { Title?: string; Language?: string };
  const printed: string[] = [];
  const tags: TagNode[] = [];
  const fonts = new Map<string, boolean>();
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    await page.getOperatorList();
    const texts = new Map<string, string>();
    const all: string[] = [];
    let marked: string[] = [];
    const { items } = await page.getTextContent({ includeMarkedContent: true, disableNormalization: true });
    for (const item of items) {
      if ('str' in item) {
        const { str, hasEOL, fontName } = item;
        const text = hasEOL ? `${str}\n` : str;
        all.push(text);
        const id = marked.findLast((name) => name);
        if (id) texts.set(id, (texts.get(id) ?? '') + text);
        const font: { name: string; missingFile?: boolean } = page.commonObjs.get(fontName);
        fonts.set(font.name, !font.missingFile);
      } else if (item.type === 'endMarkedContent') marked = marked.slice(0, -1);
      else marked.push((item as { id?: string }).id ?? '');
    }
    printed.push(all.join(''));
    const tree = (await page.getStructTree()) as StructNode | null;
    tags.push(...(tree?.children ?? []).map((node) => tagOf(node, texts)));
  }
  return {
    title: Title,
    language: Language,
    metadata: metadata?.getRaw() ?? '',
    pages: document.numPages,
    printed,
    tags,
    outline: ((await document.getOutline()) ?? []).map(({ title }) => title),
    fonts: [...fonts].map(([name, isEmbedded]) => ({ name, isEmbedded })),
  };
}

function tagOf(node: StructNode, texts: ReadonlyMap<string, string>): TagNode {
  const nodes = node.children ?? [];
  const children = nodes.filter(({ role }) => role).map((child) => tagOf(child, texts));
  let child = 0;
  const text = nodes.map((each) => (each.role ? children[child++]?.text : (texts.get(each.id ?? '') ?? '')));
  return {
    role: node.role ?? '',
    ...(node.alt !== undefined && { alt: node.alt }),
    text: text.join('').replace(/\n/g, ' ').trim(),
    children,
  };
}

/** The tags of one role, wherever they are. */
export const tagsOf = (tags: readonly TagNode[], role: string): TagNode[] =>
  tags.flatMap((tag) => [...(tag.role === role ? [tag] : []), ...tagsOf(tag.children, role)]);
