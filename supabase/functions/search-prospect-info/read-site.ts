import { SiteFailure } from '../_shared/site/site-address.ts';
import { contactPages } from './contact-links.ts';
import { bestEmail, emailsIn, type FoundEmail } from './emails.ts';
import { refusesSolicitation } from './no-solicitation.ts';
import { readContent } from './page-content.ts';
import { bestPhone, type FoundPhone, phonesIn } from './phones.ts';
import type { PageReader, SitePage } from './site-reader.ts';

interface FoundValue {
  value: string;
  sourceUrl: string;
}

export interface SiteDetails {
  email: FoundValue | undefined;
  phone: FoundValue | undefined;
  /** Final address of the site, after its redirects. */
  home: string;
  /** The page that refuses solicitation. */
  noticeUrl: string | undefined;
  /** The first page that shows the address to verify. */
  verifiedUrl: string | undefined;
}

interface ReadPage {
  url: URL;
  emails: FoundEmail[];
  phones: FoundPhone[];
  refuses: boolean;
}

/**
 * Reads an organisation's own pages: its home page, then its contact pages. Rejects with SiteFailure when the home
 * page cannot be read; an unreadable contact page is left out.
 *
 * @param toVerify an address, as normalizeEmail writes it, to look for on those pages
 */
export async function readSite(
  read: PageReader,
  { website, company, toVerify }: { website: string; company: string; toVerify?: string | undefined },
): Promise<SiteDetails> {
  const home = await read(new URL(website));
  const content = readContent(home.html);
  const pages: ReadPage[] = [];
  for (const url of contactPages(content.links, home.url)) {
    const page = await read(url).catch((error: unknown) => {
      if (error instanceof SiteFailure) return undefined;
      throw error;
    });
    if (page) pages.push(readDetails(page));
  }
  // The contact page takes precedence over the home page.
  pages.push(readDetails(home, content));
  const email = bestEmail(pages, { company, website: home.url.href });
  const phone = bestPhone(pages);
  return {
    email: email && { value: email.value, sourceUrl: email.page.url.href },
    phone: phone && { value: phone.value, sourceUrl: phone.page.url.href },
    home: home.url.href,
    noticeUrl: pages.find(({ refuses }) => refuses)?.url.href,
    verifiedUrl: pages.find(({ emails }) => emails.some(({ value }) => value === toVerify))?.url.href,
  };
}

function readDetails({ url, html }: SitePage, content = readContent(html)): ReadPage {
  return {
    url,
    emails: emailsIn(content),
    phones: phonesIn(content),
    refuses: refusesSolicitation(content.text),
  };
}
