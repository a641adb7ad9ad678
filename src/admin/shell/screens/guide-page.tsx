import { useQuery } from '@tanstack/react-query';
import Markdown, { type ExtraProps } from 'react-markdown';
import { Link, useParams } from 'react-router-dom';
import { useSubjects } from '@/admin/kit/lib/subject';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { CopyField } from '@/shared/panorama-tour/copy-field';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { guidePaths } from '../paths';
import { guidePages } from './guide-pages';

/** The text of each page, a chunk of its own that is loaded when it is opened. */
const texts = import.meta.glob<string>('/docs/guide/*.md', { query: '?raw', import: 'default' });

/** Addresses of the pictures, which load lazily. Renewed by `npm run renew -- screenshots`. */
const pictures = import.meta.glob<string>('/docs/guide/pictures/*.jpg', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** One page of the guide, with the list of the others beside it. Without a page in the address, the list alone. */
export function GuidePage() {
  const { page = '' } = useParams();
  const pages = guidePages(useSubjects());
  const known = pages.find((one) => one.page === page);
  return (
    <>
      <Seo title={known ? `Aide\u00a0: ${known.title}` : 'Aide'} noIndex />
      <PageHeader title={known?.title ?? 'Aide'} />
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        {known ? <GuideText key={page} page={page} /> : page !== '' && <UnknownPage />}
        <nav
          aria-label="Pages de l’aide"
          className={`rounded-xl border border-line bg-paper p-3 ${page === '' ? 'lg:col-span-2' : ''}`}
        >
          <ul>
            {pages.map(({ page: one, title }) => (
              <li key={one}>
                <Link
                  to={guidePaths.one.href(one)}
                  aria-current={one === page ? 'page' : undefined}
                  className="flex min-h-10 items-center rounded-lg px-3 py-1.5 text-[0.95rem] hover:bg-mist aria-[current=page]:bg-mist aria-[current=page]:font-semibold"
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </>
  );
}

const UnknownPage = () => <EmptyState title="Cette page de l’aide n’existe pas." />;

function GuideText({ page }: { page: string }) {
  const text = useQuery({
    queryKey: ['guide', page],
    queryFn: () => texts[`/docs/guide/${page}.md`]?.() ?? '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (text.isPending) return <Spinner />;
  if (text.isError)
    return (
      <ErrorState
        title="Impossible de charger cette page"
        error={text.error}
        onRetry={() => text.refetch()}
      />
    );
  return (
    <article className="max-w-[70ch] space-y-4 rounded-xl border border-line bg-paper p-5 leading-relaxed [overflow-wrap:anywhere] sm:p-7 [&_ol]:list-decimal [&_ol]:space-y-2 [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:space-y-2 [&_ul]:pl-6">
      <Markdown
        components={{
          // The screen's header already has the title.
          h1: () => null,
          img: ({ src = '', alt = '' }) => <Picture src={String(src)} alt={alt} />,
          a: ({ href = '', children }) => (
            <Link
              to={guidePaths.one.href(href.replace(/\.md$/, ''))}
              className="text-spruce-deep underline underline-offset-4"
            >
              {children}
            </Link>
          ),
          pre: ({ node }) => <Template text={textOf(node)} />,
        }}
      >
        {text.data}
      </Markdown>
    </article>
  );
}

/** The text of a fenced block, without its last line break. */
function textOf(block: ExtraProps['node']): string {
  const [code] = block?.children ?? [];
  const [text] = code?.type === 'element' ? code.children : [];
  return text?.type === 'text' ? text.value.trimEnd() : '';
}

/** A template to copy; its first line is its name. */
const Template = ({ text }: { text: string }) => (
  <CopyField
    label={text.split('\n')[0] ?? ''}
    text={text}
    button="Copier le modèle"
    done="Modèle copié."
    rows={text.split('\n').length}
  />
);

/** A screenshot with reserved space; on small screens it opens at full size in a tab of its own. */
function Picture({ src, alt }: { src: string; alt: string }) {
  const url = pictures[`/docs/guide/${src}`];
  if (!url) return null;
  return (
    <a href={url} target="_blank" rel="noopener" className="block">
      <img
        src={url}
        alt={alt}
        loading="lazy"
        // The dimensions of tests/screenshots/guide.spec.ts.
        width={940}
        height={600}
        className="h-auto w-full rounded-lg border border-line"
      />
      <span className="sr-only"> (agrandir, nouvel onglet)</span>
    </a>
  );
}
