import { Link } from 'react-router-dom';
import { paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';

/** What Loi 25 (P-39.1) asks to say where personal information is collected. */
export function QuotePrivacy() {
  return (
    <section aria-label="Protection des renseignements personnels" className="text-sm text-slate">
      <p>
        Vos renseignements servent à préparer votre soumission et à y donner suite; pendant six mois au plus,
        nous pouvons aussi vous parler de nos services, et un clic y met fin. Ils sont traités par l’équipe de{' '}
        {siteConfig.name} et par les fournisseurs qui hébergent nos données et acheminent nos courriels,
        parfois à l’extérieur du Québec. Vous pouvez demander à les consulter, à les faire rectifier ou
        retirer votre consentement auprès de la personne responsable de la protection des renseignements
        personnels&nbsp;:{' '}
        <a className="font-medium underline" href={`mailto:${siteConfig.contactEmail}`}>
          {siteConfig.contactEmail}
        </a>
        . Jusqu’à l’envoi, votre brouillon reste dans ce navigateur seulement.{' '}
        <Link to={paths.privacy.href()} className="font-medium underline">
          Politique de confidentialité
        </Link>
      </p>
    </section>
  );
}
