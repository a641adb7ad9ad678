import { dateFields, id, type SubjectTables } from '@/admin/kit/lib/table-words';

/** The tables of tours, as people read them: deleted, changed, copied. */
export const tables = {
  virtual_tours: {
    item: 'Visite',
    file: 'visites.csv',
    order: ['created_at', 'id'],
    logged: ['Visite virtuelle', 'visites virtuelles'],
    fields: {
      ...id,
      title: 'Titre',
      slug: { copied: 'Adresse', changed: 'slug' },
      location: 'Lieu',
      description: 'Description',
      url: { copied: 'Lien de la visite', changed: 'lien' },
      image_url: 'Image',
      panorama_url: 'Panorama',
      status: 'Statut',
      client_name: 'Client',
      captured_on: 'Date de captation',
      panorama_count: 'Panoramas',
      need: 'Besoin',
      delivered: 'Livré',
      result: 'Résultat',
      is_featured: 'En vedette',
      view_count: { copied: 'Vues' },
      ...dateFields,
    },
  },
  virtual_tour_tags: {
    file: 'tags-des-visites.csv',
    order: ['tour_id', 'tag_id'],
    fields: {
      tour_id: 'Numéro de la visite',
      tag_id: 'Numéro du tag',
    },
  },
  panorama_tour_drafts: {
    file: 'visites-en-preparation.csv',
    order: ['tour_id'],
    fields: {
      tour_id: 'Numéro de la visite',
      document: 'Contenu',
      updated_at: 'Modifiée le',
    },
  },
  panorama_tours: {
    file: 'visites-maison.csv',
    order: ['tour_id'],
    fields: {
      tour_id: 'Numéro de la visite',
      document: 'Contenu',
      version: 'Version',
      published_at: 'Publiée le',
    },
  },
  tour_deliveries: {
    file: 'livraisons-de-visites.csv',
    order: ['created_at', 'id'],
    fields: {
      ...id,
      tour_id: 'Numéro de la visite',
      version: 'Version',
      client: 'Client',
      color: 'Couleur',
      rights: 'Droits',
      panoramas: 'Panoramas',
      width: 'Largeur (px)',
      files: 'Fichiers',
      bytes: 'Taille (octets)',
      checksum: 'Empreinte de vérification',
      created_at: 'Date',
      link_expires_at: 'Lien jusqu’au',
    },
  },
  tour_views: {
    file: 'vues-par-jour.csv',
    order: ['day', 'tour_id'],
    fields: {
      day: 'Jour',
      tour_id: 'Numéro de la visite',
      views: 'Vues',
    },
  },
  tour_link_checks: null,
} as const satisfies SubjectTables;
