const taken = 'The service has taken it away since; api.md describes it.';

/** Operations of our contract that the newest edition of the client lacks, with the reason why the sandbox has them. */
export const notOfferedByNewest: Readonly<Record<string, string>> = {
  'POST /spaces/{spaceId}/transfer': `${taken} Only collections can be transferred.`,
  'GET /spaces/{spaceId}/links': taken,
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links': taken,
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks': taken,
  'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content/import': `${taken} Imports are runs of an organization.`,
  'POST /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections': `${taken} Sections are moved by a change of the section.`,
  'DELETE /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}': `${taken} Sections are moved by a change of the section.`,
};

const integrations = 'The sandbox does not let its users install integrations, so it tells of no right to.';
const running = 'The sandbox runs no integrations, so it serves neither their files nor their endpoints.';
const siteRights = 'api.md lists the permissions of sites, and these are later ones; it wins.';
const organizationRights = 'api.md lists the permissions of organizations, and this is a later one; it wins.';
const trial = 'A trial of an organization had no count in the edition that api.md describes.';
const siteFields = 'Sites had no default level, applied type or preview in the edition that api.md describes.';
const drafts =
  'Parts of a site had no drafts in the edition that api.md describes, and groups of sections had no children in them.';
const siteLocation = 'api.md gives parts of a site the address of their published form only; it wins.';
const memberSites = 'api.md lists what a member is, and its sites are not part of it; it wins.';
const repliers = 'Later editions name some of those who replied; api.md counts replies only.';
const tags = 'Pages had no tags of the space, and no such layout, in the edition that api.md describes.';
const kind = 'api.md tells pages apart by their type alone; it wins.';
const openapi =
  'Errors of a specification were not counted, and its content had no addresses, in the edition that api.md describes.';
const search =
  'Search told no type, score, rank, description or ancestors of a hit in the edition that api.md describes.';
const customization = 'api.md lists the members of a customization set, and this is none of them; it wins.';
const pointer = 'In api.md defaultContent of an organization is "object or null"; it wins.';
const saml = 'The client asks for what it lets creation leave out; api.md requires nothing of it.';
const translation =
  'api.md describes an earlier edition, whose translation settings have a title and languages; it wins.';

/**
 * Disagreements of the newest client and the sandbox about replies, in the form of `complaintsOf`, with the reason for
 * the sandbox's reply. The suite fails for missing and for outdated entries.
 */
export const newestDisagreements: Readonly<Record<string, string>> = {
  'Organization.permissions.installIntegration is missing': integrations,
  'Organization.permissions.listInstallations is missing': integrations,
  'Site.permissions.installIntegration is missing': integrations,
  'Space.permissions.installIntegration is missing': integrations,
  'Integration.urls.assets is missing': running,
  'Integration.urls.publicContentEndpoint is missing': running,
  'Integration.urls.publicEndpoint is missing': running,
  'IntegrationInstallation.urls.publicContentEndpoint is missing': running,
  'IntegrationInstallation.urls.publicEndpoint is missing': running,
  'Site.permissions.access is missing': siteRights,
  'Site.permissions.create is missing': siteRights,
  'Site.permissions.edit is missing': siteRights,
  'Site.permissions.editAdaptiveSchema is missing': siteRights,
  'Site.permissions.viewAdaptiveSchema is missing': siteRights,
  'Organization.permissions.access is missing': organizationRights,
  'Organization.trial.count is missing': trial,
  'Site.appliedType is missing': siteFields,
  'Site.defaultLevel is missing': siteFields,
  'Site.urls.preview is missing': siteFields,
  'SiteSection.draft is missing': drafts,
  'SiteSectionGroup.children is missing': drafts,
  'SiteSectionGroup.draft is missing': drafts,
  'SiteSpace.draft is missing': drafts,
  'SiteSpace.urls is missing': siteLocation,
  'OrganizationMember.sites is missing': memberSites,
  'Comment.repliers is missing': repliers,
  'RevisionBase.tags is missing': tags,
  'RevisionPageDocument.tags is missing': tags,
  'RevisionPageLayoutOptions.actions is missing': tags,
  'RevisionPageLayoutOptions.anchors is missing': tags,
  'RevisionPageLayoutOptions.coverMask is missing': tags,
  'RevisionPageLayoutOptions.tags is missing': tags,
  'RevisionPageDocument.kind is missing': kind,
  'OpenAPISpec.lastProcessedErrorCount is missing': openapi,
  'OpenAPISpecContent.urls is missing': openapi,
  'SearchPageResult.ancestors is missing': search,
  'SearchPageResult.description is missing': search,
  'SearchPageResult.rank is missing': search,
  'SearchPageResult.score is missing': search,
  'SearchSectionResult.score is missing': search,
  'SearchSpaceResult.score is missing': search,
  'SearchSpaceResult.type is missing': search,
  'SiteCustomizationSettingsBase.header.preset is missing': customization,
  'SiteCustomizationSettingsBase.pageActions is missing': customization,
  'SiteCustomizationSettingsBase.socialAccounts is missing': customization,
  'SiteCustomizationSettingsBase.styling.background is missing': customization,
  'SiteCustomizationSettingsBase.styling.codeTheme is missing': customization,
  'SiteCustomizationSettingsBase.styling.monospaceFont is missing': customization,
  'SitePointer is null, not object': pointer,
  'OrganizationSAMLProvider.certificate is missing': saml,
  'OrganizationSAMLProvider.defaultRole is missing': saml,
  'OrganizationSAMLProvider.entityID is missing': saml,
  'OrganizationSAMLProvider.ssoURL is missing': saml,
  'Translation.instructions is missing': translation,
  'Translation.language is missing': translation,
  'Translation.object has another value: "translation-settings"': translation,
  'Translation.source is missing': translation,
  'Translation.stats is missing': translation,
  'Translation.status is missing': translation,
};
