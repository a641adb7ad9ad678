import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { counted } from '@/shared/lib/numbers';
import { paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import { studioProfile } from '@/site/data/studio-profile';
import { withQueries } from '@/site/lib/with-queries';
import { IndexedHero } from '@/site/ui/page-hero';
import { LinkRequestForm } from './link-request';

/** The date of the text; change it whenever the text changes. */
const POLICY_VERSION = { iso: '2026-11-27', text: '27 novembre 2026' };

const linkClass = 'font-medium underline underline-offset-4';

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-2xl font-bold">{title}</h2>
      <div className="mt-4 space-y-4 [&_li]:mt-2 [&_ul]:list-disc [&_ul]:pl-5">{children}</div>
    </section>
  );
}

function Email() {
  return (
    <a className={linkClass} href={mailtoHref(siteConfig.contactEmail)}>
      {siteConfig.contactEmail}
    </a>
  );
}

/** The title and contact details of the person in charge, which Québec's Loi 25 requires. */
function PersonInCharge() {
  return (
    <address className="rounded-2xl border border-line bg-paper p-5 not-italic">
      <p className="font-semibold">
        Personne responsable de la protection des renseignements personnels
        <br />
        <span className="font-normal">
          Direction de {siteConfig.legalName}
          {siteConfig.neq && ` (NEQ\u00a0${siteConfig.neq})`}
        </span>
      </p>
      <p className="mt-2">
        {siteConfig.postalAddress}
        <br />
        Courriel&nbsp;: <Email />
        {siteConfig.phone && (
          <>
            <br />
            Téléphone&nbsp;: {siteConfig.phone}
          </>
        )}
      </p>
    </address>
  );
}

/** The privacy policy (Québec's Loi 25, P-39.1; Canada's anti-spam law). */
export const PrivacyPage = withQueries(function PrivacyPage() {
  const { data: profile } = useQuery(studioProfile());
  const requests = profile?.quote_requests_months;
  const prospects = profile?.rejected_prospects_months;
  return (
    <>
      <IndexedHero
        page={paths.privacy}
        crumb="Politique de confidentialité"
        headTitle="Politique de confidentialité"
        description="Ce que nous recueillons, pourquoi, pendant combien de temps, et comment consulter, faire corriger ou faire effacer vos renseignements personnels."
        title="Politique de confidentialité"
        lead="Ce que nous recueillons, pourquoi, qui y a accès, et ce que vous pouvez demander. En mots simples."
      />
      <div className="mx-auto max-w-7xl space-y-12 px-5 py-12 *:max-w-3xl sm:px-8 sm:py-16">
        <p>
          Version du <time dateTime={POLICY_VERSION.iso}>{POLICY_VERSION.text}</time>. Le site{' '}
          {siteConfig.name} est exploité par {siteConfig.legalName} («&nbsp;nous&nbsp;»).
        </p>

        <Section title="En bref">
          <ul>
            <li>Vous pouvez visiter tout le site sans donner votre nom et sans témoin (cookie).</li>
            <li>
              Ce que vous écrivez dans une demande de soumission sert à y répondre. Nous pouvons aussi vous
              parler de nos services dans les six mois qui la suivent, comme la loi le permet; au-delà,
              seulement si vous cochez la case prévue pour cela. Vous pouvez y mettre fin en un clic.
            </li>
            <li>Nous ne vendons ni ne louons aucun renseignement, et n’affichons aucune publicité.</li>
          </ul>
        </Section>

        <Section title="Ce que nous recueillons, et pourquoi">
          <h3 className="text-lg font-semibold">Votre demande de soumission</h3>
          <p>
            Le nom et le type de votre organisation, votre nom, votre adresse courriel, le service souhaité
            et, si vous le voulez, votre téléphone et un message. Vous nous les donnez par le{' '}
            <Link to={paths.quoteRequest.href()} className={linkClass}>
              formulaire
            </Link>
            . Ils servent à préparer votre soumission et à y donner suite. Pour freiner les envois
            automatisés, une empreinte (hachage) de votre adresse IP et de votre courriel sert à limiter le
            nombre de demandes par tranche de dix minutes.
          </p>
          <h3 className="text-lg font-semibold">Votre consentement à recevoir nos offres</h3>
          <p>
            Le formulaire offre une case, jamais cochée d’avance, pour recevoir nos nouvelles et nos offres
            par courriel. La cocher n’est pas nécessaire pour obtenir une soumission. Si vous la cochez, nous
            gardons avec votre demande, comme preuve, la version du texte que vous avez accepté et la date
            d’envoi.
          </p>
          <p>
            La loi nous demande de prouver pourquoi nous pouvons écrire à quelqu’un. Nous tenons donc un
            registre des consentements&nbsp;: votre adresse, ce qui nous permet d’écrire (votre accord, une
            demande, un achat, un contrat, une adresse publiée ou remise), la date, la source, la preuve, et
            tout retrait. Une demande de renseignements vaut six mois, un achat ou un contrat, deux ans.
          </p>
          <h3 className="text-lg font-semibold">L’ouverture d’une visite virtuelle</h3>
          <p>
            Nous comptons combien de fois chaque visite est ouverte. Pour ne compter chaque personne qu’une
            fois par jour, nous gardons, le temps de cette journée, une empreinte (hachage) de l’adresse IP et
            du navigateur. Nous ne gardons pas l’adresse elle-même. L’empreinte change chaque jour et celles
            des jours passés sont effacées à mesure que de nouvelles ouvertures sont comptées&nbsp;: il ne
            reste qu’un nombre.
          </p>
          <h3 className="text-lg font-semibold">Les coordonnées professionnelles</h3>
          <p>
            Pour proposer nos services, nous tenons une liste d’organisations&nbsp;: nom, fonction, courriel
            et téléphone au travail. Ces coordonnées viennent de la personne elle-même, du site de son
            organisation ou d’un registre ouvert, et nous en notons la source. La personne qui nous envoie une
            demande de soumission peut y être ajoutée.
          </p>
          <h3 className="text-lg font-semibold">Les messages que nous envoyons</h3>
          <p>
            Comme le veut la Loi canadienne anti-pourriel (LCAP), chaque message commercial dit qui l’envoie,
            de quelle adresse postale, et porte un lien de désabonnement. Un clic suffit, sans frais et sans
            compte&nbsp;: l’effet est immédiat, pour les relances aussi, et le lien ne cesse jamais de
            fonctionner. Vous pouvez aussi nous écrire. Nous répondrons encore à vos propres demandes.
          </p>
          <p>
            Nous gardons ce que nous vous avons envoyé et ce que l’acheminement en dit&nbsp;: remis, refusé
            par votre serveur, signalé comme indésirable. Une adresse qui refuse nos messages ou qui les
            signale est automatiquement retirée des envois. Selon le fournisseur, nous pouvons aussi savoir
            qu’un message a été ouvert ou qu’un lien a été suivi. Ces mesures ne sont que des estimations, que
            les antivirus faussent; elles ne déclenchent rien.
          </p>
          <h3 className="text-lg font-semibold">Vos devis et vos factures</h3>
          <p>
            Le nom, l’adresse et le courriel de la personne et de l’organisation à qui ils sont faits, ce qui
            est vendu, les montants, l’acceptation et les paiements. La loi fiscale nous oblige à les
            garder&nbsp;: voyez «&nbsp;Combien de temps&nbsp;».
          </p>
        </Section>

        <Section title="Témoins et stockage dans votre navigateur">
          <p>
            Le site ne dépose aucun témoin et n’emploie aucun outil de mesure d’audience. Il garde
            seulement&nbsp;:
          </p>
          <ul>
            <li>
              le brouillon de votre demande, dans votre navigateur et nulle part ailleurs, jusqu’à l’envoi. Il
              n’est plus utilisé après 30 jours; le bouton «&nbsp;Repartir de zéro&nbsp;» l’efface aussi;
            </li>
            <li>la session des personnes qui administrent le site, jusqu’à leur déconnexion.</li>
          </ul>
          <p>
            Des visites virtuelles sont hébergées ici, d’autres ailleurs, souvent par les municipalités. De
            celles-ci, rien n’est chargé avant que vous les ouvriez; elles suivent ensuite les règles de leur
            propre site.
          </p>
          {siteConfig.turnstileKey && (
            <p>
              Le formulaire de soumission vérifie qu’une personne le remplit, avec le service Turnstile de
              Cloudflare. Ce service reçoit votre adresse réseau et des renseignements techniques sur votre
              navigateur, et il n’est chargé que lorsque vous commencez à remplir le formulaire.
            </p>
          )}
        </Section>

        <Section title="Qui y a accès">
          <p>
            Les membres de notre équipe qui en ont besoin pour vous répondre, et les fournisseurs qui
            travaillent pour nous&nbsp;: hébergement du site et de la base de données, acheminement des
            courriels. Ils ne peuvent s’en servir à d’autres fins.
          </p>
          <p>
            Certains de ces fournisseurs peuvent se trouver à l’extérieur du Québec. Vos renseignements
            peuvent donc y être communiqués et conservés; nous en évaluons d’abord la protection, comme la loi
            l’exige.
          </p>
        </Section>

        <Section title="Combien de temps">
          <ul>
            <li>
              Demandes de soumission&nbsp;: le temps d’y répondre et de mener le projet qui en découle, puis
              elles sont détruites ou rendues anonymes
              {requests
                ? `, automatiquement au plus tard ${counted(requests, 'mois', 'mois')} après leur réception`
                : ' par nous'}
              . Vous pouvez demander qu’elles le soient plus tôt.
            </li>
            <li>
              Factures, et devis acceptés&nbsp;: six ans après la fin de leur année, comme l’exige la loi
              fiscale (Loi sur l’administration fiscale, art. 35.1), avec le nom, même si vous demandez la
              destruction de vos renseignements. Ensuite, seuls les montants restent. Les devis sans suite
              perdent leur nom sept ans après leur envoi, ou dès que vous demandez la destruction.
            </li>
            <li>Liens vers «&nbsp;Ma fiche&nbsp;»&nbsp;: valides sept jours, effacés un mois plus tard.</li>
            <li>
              Organisations repérées que nous n’avons pas retenues&nbsp;: effacées{' '}
              {prospects
                ? `automatiquement ${counted(prospects, 'mois', 'mois')} après avoir été écartées`
                : 'par nous'}
              .
            </li>
            <li>
              Empreintes qui limitent les envois&nbsp;: dix minutes, ou un jour pour les accusés de réception,
              puis effacées au fil des envois suivants.
            </li>
            <li>
              Empreintes des ouvertures&nbsp;: la journée, puis effacées au fil des ouvertures suivantes.
            </li>
            <li>
              Coordonnées professionnelles&nbsp;: tant qu’elles sont utiles et que vous ne vous y opposez pas.
            </li>
            <li>
              Désabonnements&nbsp;: sans limite. Votre adresse est gardée sur une liste de retrait sous la
              forme d’une empreinte (hachage) faite avec une clé secrète. Elle reste même après la destruction
              de tout le reste, pour que nous ne vous écrivions plus, même si votre adresse nous parvenait de
              nouveau. Seul un nouvel accord de votre part peut y mettre fin.
            </li>
            <li>
              Preuves de consentement&nbsp;: tant que nous pouvons avoir à prouver que nous avions le droit
              d’écrire, ou jusqu’à ce que vous demandiez la destruction de vos renseignements.
            </li>
          </ul>
        </Section>

        <Section title="Vos droits">
          <p>Vous pouvez en tout temps, sans frais&nbsp;:</p>
          <ul>
            <li>consulter les renseignements que nous avons sur vous (accès);</li>
            <li>faire corriger ce qui est inexact, incomplet ou équivoque (rectification);</li>
            <li>retirer votre consentement et demander la destruction de vos renseignements;</li>
            <li>
              en recevoir une copie dans un format technologique structuré, ou la faire transmettre à une
              autre organisation (portabilité).
            </li>
          </ul>
          <p>
            La page «&nbsp;Ma fiche&nbsp;» vous permet de le faire vous-même&nbsp;: elle montre tout ce qui
            porte votre adresse, même si vous n’êtes pas dans notre liste de contacts, et vous en donne une
            copie. Nous envoyons le lien qui l’ouvre à votre adresse, et à personne d’autre&nbsp;: il est
            valide sept jours. Corrections et retraits sont immédiats; une demande de destruction reçoit une
            réponse dans les 30 jours.
          </p>
          <div id="ma-fiche" className="scroll-mt-24 rounded-2xl border border-line bg-paper p-5">
            <LinkRequestForm />
          </div>
          <p>
            Pour le reste, par exemple le texte complet des messages ou une transmission à une autre
            organisation, écrivez à la personne responsable. Elle vous répond par écrit dans les 30 jours.
          </p>
          <p>
            La destruction touche votre fiche, son historique, les preuves de consentement, ainsi que le nom,
            l’adresse et le texte des messages envoyés; vos demandes de soumission et vos devis sans suite
            sont rendus anonymes. Seuls restent les devis acceptés et les factures, que la loi fait garder.
            Nous notons dans un registre, sans vous nommer, chaque copie remise et chaque destruction.
          </p>
          <PersonInCharge />
          <p>
            Si la réponse ne vous convient pas, vous pouvez porter plainte à la{' '}
            <a href="https://www.cai.gouv.qc.ca/" target="_blank" rel="noopener" className={linkClass}>
              Commission d’accès à l’information du Québec
              <span className="sr-only"> (nouvel onglet)</span>
            </a>
            .
          </p>
        </Section>

        <Section title="Protection et changements">
          <p>
            Les échanges avec le site sont chiffrés et seules les personnes qui l’administrent peuvent lire
            les demandes. Si un incident présentait un risque de préjudice sérieux, nous vous en aviserions,
            ainsi que la Commission. Quand cette politique change, la date de version change avec elle.
          </p>
        </Section>
      </div>
    </>
  );
});
