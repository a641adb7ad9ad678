import type { DeliveredTour } from '@/shared/panorama-tour/delivered-tour';

/** The list that `sha256sum -c` reads. */
export const INTEGRITY_FILE = 'integrite.sha256';

/** Media types of the files of a delivery that servers may not know; without one, IIS refuses the file. */
const contentTypes = {
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.js': 'text/javascript',
} as const;

const contentTypeEntries = Object.entries(contentTypes);

/** Settings that IIS reads in the folder: the media types, each in place of the server's own, which may not be given twice. */
export const webConfig = `<?xml version="1.0" encoding="UTF-8"?>
<configuration>
  <system.webServer>
    <staticContent>
${contentTypeEntries
  .map(
    ([ending, type]) =>
      `      <remove fileExtension="${ending}" />\n      <mimeMap fileExtension="${ending}" mimeType="${type}" />\n`,
  )
  .join('')}    </staticContent>
  </system.webServer>
</configuration>
`;

/** Settings that Apache reads in the folder. */
export const htaccess = `<IfModule mod_mime.c>
${contentTypeEntries.map(([ending, type]) => `  AddType ${type} ${ending}\n`).join('')}  AddCharset utf-8 .html .js .css .txt
</IfModule>
`;

/** The text that comes with a delivered tour. */
export const readMe = ({ title, client }: Pick<DeliveredTour, 'title' | 'client'>) =>
  `${title}
${client}

Ce dossier est une visite virtuelle complète. Elle ne dépend d’aucun service et n’ouvre aucune adresse extérieure,
sauf les liens que ses repères proposent.

Sur un site web : copiez le dossier entier sur n’importe quel serveur, puis ouvrez index.html par son adresse.
web.config (pour IIS) et .htaccess (pour Apache) disent au serveur les types de ses fichiers; .htaccess est caché par
certains systèmes. Si la page reste à plat ou floue, demandez que le serveur donne les fichiers .webp (image/webp).
Dans une page : <iframe src="/adresse-du-dossier/index.html" style="width:100%;aspect-ratio:16/10;border:0"
allow="fullscreen; gyroscope; accelerometer; clipboard-write"></iframe>
Un attribut « sandbox » doit contenir « allow-scripts allow-same-origin ».
Sans site web (clé USB) : lancez un petit serveur local dans le dossier, puis ouvrez http://localhost:8000 :
  caddy file-server --listen :8000     (Caddy, un seul fichier à télécharger, Windows, macOS et Linux)
  python3 -m http.server 8000          (Python; sous Windows : py -m http.server 8000)
Ouvert d’un double clic, index.html montre les images et les textes sans la visite à 360°.

Vérifier les fichiers : sha256sum -c ${INTEGRITY_FILE}
Licences des bibliothèques et des polices : licences.txt
`;
