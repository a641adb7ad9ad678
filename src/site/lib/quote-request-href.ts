import type { Project, ProjectKind } from '@/shared/estimate/estimate';
import { paths } from '@/shared/lib/paths';

/** Parameters in the address of the quote request page: `?service=visite-virtuelle&visite=fjord-du-saguenay`. */
export const SERVICE_PARAM = 'service';
export const TOUR_PARAM = 'visite';

/** The address of the quote request page, with a service chosen. */
export const serviceQuoteHref = (service: string): string =>
  `${paths.quoteRequest.href()}?${new URLSearchParams({ [SERVICE_PARAM]: service })}`;

/** The address of the quote request page, prefilled for a tour like this one. */
export function quoteRequestHref(tour: { slug: string }): string {
  const params = new URLSearchParams({ [SERVICE_PARAM]: 'visite-virtuelle', [TOUR_PARAM]: tour.slug });
  return `${paths.quoteRequest.href()}?${params}`;
}

/** The parameters of a project in the addresses of the estimate and of the quote request. */
export function projectParams({ kind, scenes, kilometres, place }: Project): Record<string, string> {
  return {
    [SERVICE_PARAM]: kind,
    ...(scenes > 0 && { scenes: String(scenes) }),
    ...(kilometres > 0 && { km: String(kilometres) }),
    ...(place && { mrc: place }),
  };
}

/** Reads a project in an address, which anyone may write; undefined without one. */
export function readProjectParams(params: URLSearchParams): Project | undefined {
  const size = (name: string) => {
    const typed = params.get(name) ?? '';
    return /^\d{1,4}(\.\d)?$/.test(typed) ? Number(typed) : 0;
  };
  const project = {
    kind: (params.get(SERVICE_PARAM) ?? '') as ProjectKind,
    scenes: Math.floor(size('scenes')),
    kilometres: size('km'),
    place: params.get('mrc') ?? '',
  };
  return project.scenes > 0 || project.kilometres > 0 ? project : undefined;
}

/** The address of the quote request page, prefilled with an estimated project. */
export const estimateQuoteHref = (project: Project): string =>
  `${paths.quoteRequest.href()}?${new URLSearchParams(projectParams(project))}`;
