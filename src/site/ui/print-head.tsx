import { useLocation } from 'react-router-dom';
import { siteConfig } from '@/shared/lib/site-config';
import { pageQr } from '@/site/lib/page-picture';
import { Brand } from './brand';

const { legalName, postalAddress, phone, contactEmail, url } = siteConfig;

/** The head of a page on paper: the studio, how to reach it, and the page's address as text and as a QR code. */
export function PrintHead() {
  const { pathname } = useLocation();
  return (
    <div className="hidden items-center justify-between gap-6 border-b border-ink pb-3 print:flex">
      <div className="min-w-0 text-[9pt]">
        <p className="mb-1.5 flex items-center gap-2.5">
          <Brand />
        </p>
        <p>{[legalName, postalAddress].join(', ')}</p>
        <p>{[phone, contactEmail].filter(Boolean).join(' · ')}</p>
        <p className="mt-1 font-semibold wrap-anywhere">{url + pathname}</p>
      </div>
      {/* Not fetched on a screen; browsers fetch lazy pictures before they print. */}
      <img src={pageQr(pathname)} alt="" width={96} height={96} loading="lazy" className="size-24 shrink-0" />
    </div>
  );
}
