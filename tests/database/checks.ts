import { applicationChecks } from './access/applications.ts';
import { catalogueChecks } from './access/catalogue.ts';
import { hiddenSchemaChecks } from './access/hidden-schemas.ts';
import { onlyOneReadingChecks } from './access/only-one-reading.ts';
import { resumableUploadChecks } from './access/resumable-uploads.ts';
import { storagePolicyChecks } from './access/storage-policies.ts';
import { storageProtocolChecks } from './access/storage-protocol.ts';
import { storageServiceChecks } from './access/storage-service.ts';
import { tableAccessChecks } from './access/tables.ts';
import { attacksOnAcknowledgements } from './attacks/acknowledgements.ts';
import { attacksOnTheAssistant } from './attacks/assistant.ts';
import { attacksOnAssistantDrafts } from './attacks/assistant-drafts.ts';
import { attacksOnCampaignCommands } from './attacks/campaign-commands.ts';
import { attacksOnCampaignConditions } from './attacks/campaign-conditions.ts';
import { attacksOnCampaignLaw } from './attacks/campaign-law.ts';
import { attacksOnCampaignWriting } from './attacks/campaign-writing.ts';
import { attacksOnCampaigns } from './attacks/campaigns.ts';
import { attacksOnConsentConditions } from './attacks/consent-conditions.ts';
import { attacksOnImport } from './attacks/contact-import.ts';
import { attacksOnMerges } from './attacks/contact-merges.ts';
import { attacksOnContactRecords } from './attacks/contact-records.ts';
import { attacksOnConversationConditions } from './attacks/conversation-conditions.ts';
import { attacksOnConversations } from './attacks/conversations.ts';
import { attacksOnDashboard } from './attacks/dashboard.ts';
import { attacksOnDataProtection } from './attacks/data-protection.ts';
import { attacksOnDeliveryConditions } from './attacks/delivery-conditions.ts';
import { attacksOnErasure } from './attacks/erasure.ts';
import { attacksOnFeedback } from './attacks/feedback.ts';
import { attacksOnFollowUps } from './attacks/follow-ups.ts';
import { attacksOnFunctionCalls } from './attacks/function-calls.ts';
import { functionsGuardChecks } from './attacks/functions-guard.ts';
import { wholeGenerations } from './attacks/generations.ts';
import { attacksOnHolds } from './attacks/holds.ts';
import { attacksOnTheInbox } from './attacks/inbox.ts';
import { attacksOnInvitationConditions } from './attacks/invitation-conditions.ts';
import { attacksOnInvoices } from './attacks/invoices.ts';
import { attacksOnKeptConsents } from './attacks/kept-consents.ts';
import { attacksOnMergeConditions } from './attacks/merge-conditions.ts';
import { attacksOnMessageConditions } from './attacks/message-conditions.ts';
import { attacksOnMunicipalities } from './attacks/municipalities.ts';
import { attacksByOneBadRow, attacksOnRemovedSenders } from './attacks/one-bad-row.ts';
import { attacksOnOrganisationMerges } from './attacks/organisation-merges.ts';
import { attacksOnOrganisations } from './attacks/organisations.ts';
import { attacksOnTheOutbox } from './attacks/outbox.ts';
import { attacksOnOutboxClaims } from './attacks/outbox-claims.ts';
import { attacksOnOutboxConditions } from './attacks/outbox-conditions.ts';
import { attacksOnPanoramaTours } from './attacks/panorama-tours.ts';
import { attacksOnPersonalData } from './attacks/personal-data.ts';
import { attacksOnPersonalLinks } from './attacks/personal-links.ts';
import { attacksOnPersonalRecords } from './attacks/personal-records.ts';
import { attacksOnPrivacyConditions } from './attacks/privacy-conditions.ts';
import { remoteProcedures } from './attacks/procedures.ts';
import { attacksOnProspectRelations } from './attacks/prospect-relations.ts';
import { attacksOnProspects } from './attacks/prospects.ts';
import { attacksOnThePublicProfile } from './attacks/public-profile.ts';
import { attacksOnPublishing } from './attacks/publishing.ts';
import { attacksOnQuoteAcceptance } from './attacks/quote-acceptance.ts';
import { attacksOnQuoteConditions } from './attacks/quote-conditions.ts';
import { attacksOnQuoteRequests } from './attacks/quote-requests.ts';
import { attacksOnQuotes } from './attacks/quotes.ts';
import { readingAttacks } from './attacks/reading.ts';
import { attacksOnReplies } from './attacks/request-replies.ts';
import { attacksByRestores } from './attacks/restore.ts';
import { attacksOnRoleConditions } from './attacks/role-conditions.ts';
import { attacksOnRoles } from './attacks/roles.ts';
import { attacksOnSavedViews } from './attacks/saved-views.ts';
import { attacksOnSeals } from './attacks/seals.ts';
import { attacksOnSearch } from './attacks/search.ts';
import { attacksOnTheSecondFactor } from './attacks/second-factor.ts';
import { attacksOnSegments } from './attacks/segments.ts';
import { attacksOnSending } from './attacks/sending.ts';
import { attacksOnSessions } from './attacks/sessions.ts';
import { attacksOnSetupConditions } from './attacks/setup-conditions.ts';
import { attacksOnStorage } from './attacks/storage.ts';
import { attacksOnSurveys } from './attacks/surveys.ts';
import { attacksOnTagMerge } from './attacks/tag-merge.ts';
import { attacksOnTagOrder } from './attacks/tag-order.ts';
import { attacksOnTheTeam } from './attacks/team.ts';
import { attacksOnToday } from './attacks/today.ts';
import { attacksOnWhatLeavesToday } from './attacks/today-outside.ts';
import { forgedTokens } from './attacks/tokens.ts';
import { attacksOnTourSaving } from './attacks/tour-saving.ts';
import { attacksOnTourViews } from './attacks/tour-views.ts';
import { attacksOnTheTrash } from './attacks/trash.ts';
import { attacksOnTrashConditions } from './attacks/trash-conditions.ts';
import { attacksOnTripSheets } from './attacks/trip-sheets.ts';
import { attacksOnTrips } from './attacks/trips.ts';
import { attacksOnUndo } from './attacks/undo.ts';
import { attacksOnUnsubscribe } from './attacks/unsubscribe.ts';
import { attacksOnWithdrawnPanoramas } from './attacks/withdrawn-panoramas.ts';
import { writingAttacks } from './attacks/writing.ts';
import { constraintChecks } from './constraints/checks.ts';
import { deletionChecks } from './constraints/deletions.ts';
import { sharedRuleChecks } from './constraints/shared-rules.ts';
import type { Check } from './engines/engine.ts';
import { parityChecks } from './engines/parity.ts';
import { subjectAttacks } from './subjects/subject-tables.ts';

/** Suites of checks that run on each engine, by their names in the report. */
export const suites = {
  access: [
    ...tableAccessChecks(),
    ...applicationChecks,
    ...hiddenSchemaChecks(),
    ...storageServiceChecks(),
    ...storageProtocolChecks,
    ...resumableUploadChecks,
    ...storagePolicyChecks(),
  ],
  attacks: [
    ...readingAttacks(),
    ...writingAttacks(),
    remoteProcedures,
    ...forgedTokens,
    ...attacksOnRoles(),
    ...attacksOnRoleConditions,
    ...attacksOnTheSecondFactor,
    ...attacksOnSessions,
    ...attacksOnTheTeam,
    ...attacksOnInvitationConditions,
    ...attacksOnSetupConditions,
    ...attacksOnQuoteRequests,
    ...attacksOnTourViews,
    ...attacksOnProspects,
    ...wholeGenerations,
    ...attacksOnContactRecords,
    ...attacksOnOrganisations,
    ...attacksOnProspectRelations,
    ...attacksOnOrganisationMerges,
    ...attacksOnMerges,
    ...attacksOnMergeConditions,
    ...attacksOnImport,
    ...attacksOnTheOutbox,
    ...attacksOnOutboxConditions,
    ...attacksOnOutboxClaims,
    ...attacksOnAcknowledgements,
    ...attacksOnTheInbox,
    ...attacksOnReplies,
    ...attacksOnQuotes,
    ...attacksOnQuoteAcceptance,
    ...attacksOnQuoteConditions,
    ...attacksOnInvoices,
    ...attacksOnUndo,
    ...attacksOnTheTrash,
    ...attacksOnTrashConditions,
    ...attacksOnCampaigns,
    ...attacksOnSending,
    ...attacksOnUnsubscribe,
    ...attacksOnCampaignLaw,
    ...attacksOnCampaignConditions,
    ...attacksOnCampaignCommands,
    ...attacksOnDeliveryConditions,
    ...attacksOnMessageConditions,
    ...attacksOnCampaignWriting,
    ...attacksOnFeedback,
    ...attacksOnConversations,
    ...attacksOnConversationConditions,
    ...attacksOnFollowUps,
    ...attacksByOneBadRow,
    ...attacksOnRemovedSenders,
    ...attacksByRestores,
    ...attacksOnHolds,
    ...attacksOnDataProtection,
    ...attacksOnErasure,
    ...attacksOnPersonalData,
    ...attacksOnPrivacyConditions,
    ...attacksOnPersonalLinks,
    ...attacksOnPersonalRecords,
    ...attacksOnSavedViews,
    ...attacksOnKeptConsents,
    ...attacksOnConsentConditions,
    ...attacksOnSegments,
    ...attacksOnThePublicProfile,
    ...attacksOnPublishing,
    ...attacksOnMunicipalities,
    ...attacksOnTrips,
    ...attacksOnTripSheets,
    ...(await subjectAttacks()),
    ...attacksOnTagOrder,
    ...attacksOnTagMerge,
    ...attacksOnSearch,
    ...attacksOnDashboard,
    ...attacksOnToday,
    ...attacksOnWhatLeavesToday,
    ...attacksOnTheAssistant,
    ...attacksOnAssistantDrafts,
    ...attacksOnStorage(),
    ...attacksOnTourSaving,
    ...attacksOnPanoramaTours,
    ...attacksOnSurveys,
    ...attacksOnSeals,
    ...attacksOnWithdrawnPanoramas,
    ...attacksOnFunctionCalls,
    ...functionsGuardChecks(),
  ],
  constraints: [...constraintChecks(), ...deletionChecks(), ...sharedRuleChecks],
  catalogue: [...catalogueChecks(), ...onlyOneReadingChecks()],
  engines: parityChecks,
} satisfies Record<string, Check[]>;
