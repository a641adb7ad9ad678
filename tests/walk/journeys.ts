import { sentQuote } from './planted.ts';
import { mailHolding, type Studio } from './studio.ts';
import type { Walker } from './walker.ts';

type Journey = {
  name: string;
  role: 'visitor';
  needsSeed?: boolean;
  walk: (walker: Walker, studio: Studio) => Promise<void>;
};

/** Some ways through several screens: what only breaks when one leaves. */
export const journeys: Journey[] = [
  {
    name: 'une demande envoyée, puis « Services »',
    role: 'visitor',
    walk: async (walker) => {
      await walker.open('/contact');
      await walker.waits('isSettled()');
      await walker.fill('Nom de l', 'Ville de Percé');
      await walker.ask('choose("Type d", "mrc")');
      await walker.fill('Votre nom', 'Élise Tremblay-Côté');
      await walker.fill('Adresse courriel', `elise-${Date.now()}@example.org`);
      await walker.ask('choose("Type de service", "street-view")');
      await walker.fill('Message', 'Nous voulons montrer nos rues.');
      // A form that is filled faster than a person can is not believed.
      await new Promise((resolve) => setTimeout(resolve, 3500));
      await walker.press('Envoyer');
      if (!(await walker.waits('says("C’est envoyé")')))
        throw new Error('the request is not said to be sent');
      await walker.look('demande envoyée', 1280);
      await walker.press('Services');
      await walker.waits('says("Photographie")', 5000);
      await walker.look('demande envoyée › Services', 1280);
    },
  },
  {
    name: 'un devis accepté, puis l’accueil',
    role: 'visitor',
    needsSeed: true,
    walk: async (walker) => {
      const link = await sentQuote();
      await walker.open(new URL(link.url).pathname);
      await walker.waits('isSettled()');
      await walker.press('Accepter');
      await walker.fill('Votre nom', 'Jeanne Roy');
      await walker.fill('Votre fonction', 'Greffière');
      if (await walker.ask<boolean>('says("Numéro de la résolution")')) {
        await walker.fill('Numéro de la résolution', '2026-114');
        await walker.fill('Date de la résolution', '2026-03-03');
      }
      await walker.look('devis › accepter', 1280);
      await walker.press('Recevoir le code');
      const code = /\b\d{6}\b/.exec((await mailHolding(link.email, /Voici le code/)).text)?.[0] ?? '';
      await walker.fill('Code à six chiffres', code);
      await walker.press('Accepter le devis');
      if (!(await walker.waits('says("copie signée")')))
        throw new Error('the quote is not said to be accepted');
      await walker.look('devis accepté', 1280);
      await walker.open('/');
      await walker.look('devis accepté › accueil', 1280);
    },
  },
  {
    name: 'se connecter',
    role: 'visitor',
    walk: async (walker, { info }) => {
      await walker.open('/admin/contacts');
      await walker.waits('isSettled()');
      await walker.fill('Courriel', info.admin.email);
      await walker.fill('Mot de passe', info.admin.password);
      await walker.press('Se connecter');
      if (!(await walker.waits('says("Nouveau contact")'))) {
        throw new Error('signing in does not lead to the screen asked for');
      }
      await walker.look('connexion › contacts', 1280);
    },
  },
];
