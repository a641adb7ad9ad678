const linkClass = 'inline-flex min-h-6 items-center underline';

/** Whose data the prospects are, as their licences ask. */
export function Attribution() {
  return (
    <p className="mt-8 flex flex-wrap gap-x-4 text-sm text-slate">
      <a
        href="https://www.openstreetmap.org/copyright"
        target="_blank"
        rel="noopener noreferrer"
        className={linkClass}
      >
        © les contributeurs d'OpenStreetMap
      </a>
      <a
        href="https://www.donneesquebec.ca/recherche/dataset/repertoire-des-municipalites-du-quebec"
        target="_blank"
        rel="noopener noreferrer"
        className={linkClass}
      >
        Répertoire des municipalités du Québec, MAMH (CC-BY 4.0)
      </a>
    </p>
  );
}
