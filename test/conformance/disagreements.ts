const translation =
  'api.md describes an earlier edition, whose translation settings have a title and languages; it wins.';
const template = 'The sandbox has no templates and no computed spaces: it makes the space without.';
const whole = 'The sandbox has nothing to leave out of what a revision changed: its replies are the same either way.';
const inPlace = 'Later editions of the client ask for a page with what it includes, and so may who asks the sandbox.';
const described = 'Later editions of the client have descriptions and links, and so has the sandbox.';
const mergeRules = 'Later editions of the client have merge rules, and so has the sandbox.';
const later = 'Later editions of the client filter and page this list, and so does the sandbox.';
const customization = 'api.md lists the members of a customization set, and this is none of them; it wins.';
const saml = 'The client asks for what it lets creation leave out; api.md requires nothing of it.';
const reaction = 'api.md lists the permissions of comments and replies: view, edit, reply, delete.';
const commenters = 'In api.md commenters are a paged list like all others, with its count.';
const running = 'The sandbox runs no integrations, so it serves neither their files nor their endpoints.';
const siteLocation = 'api.md gives parts of a site the address of their published form only; it wins.';

/**
 * Disagreements of the client and `api.md` about replies, in the form of `complaintsAbout`, with the reason for the
 * sandbox's reply. The suite fails for missing and for outdated entries.
 */
export const disagreements: Readonly<Record<string, string>> = {
  'Space.type is missing': 'api.md knows no types of spaces; it wins.',
  'Site.defaultSpace is missing': 'In api.md the default of a site is told by its site spaces; it wins.',
  'SiteSection.urls.location is missing': siteLocation,
  'SiteSpace.urls.location is missing': siteLocation,
  'SiteSpace.urls is missing': siteLocation,
  'SiteCustomizationSettings.header.preset is missing': customization,
  'SiteCustomizationSettings.pageActions is missing': customization,
  'SiteCustomizationSettings.styling.background is missing': customization,
  'SiteCustomizationSettings.styling.monospaceFont is missing': customization,
  'SitePointer is null, not object': 'In api.md defaultContent of an organization is "object or null"; it wins.',
  'RevisionPageDocument.kind is missing': 'api.md tells pages apart by their type alone; it wins.',
  'Comment.permissions.react is missing': reaction,
  'CommentReply.permissions.react is missing': reaction,
  'GET /spaces/{spaceId}/commenters.total is missing': commenters,
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/commenters.total is missing': commenters,
  'GET /email-domains/{emailDomain}/orgs.organizaitons is missing': 'A slip of the pen: api.md has "organizations".',
  'OpenAPISpec.permissions.delete is missing': 'api.md lists the permissions of specifications: view, edit.',
  'OrganizationSAMLProvider.certificate is missing': saml,
  'OrganizationSAMLProvider.defaultRole is missing': saml,
  'OrganizationSAMLProvider.entityID is missing': saml,
  'OrganizationSAMLProvider.ssoURL is missing': saml,
  'Integration.urls.assets is missing': running,
  'Integration.urls.publicEndpoint is missing': running,
  'IntegrationInstallation.urls.publicEndpoint is missing': running,
  'Translation.object has another value: "translation-settings"': translation,
  'Translation.source is missing': translation,
  'Translation.language is missing': translation,
  'Translation.instructions is missing': translation,
  'Translation.status is missing': translation,
  'Translation.stats is missing': translation,
};

/** Optional operations of our contract that are newer than this edition of the client. */
export const notOffered = [
  'GET /org/{organizationId}/imports/{importRunId}',
  'GET /orgs/{organizationId}/change-requests',
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}',
  'POST /org/{organizationId}/imports',
  'POST /org/{organizationId}/imports/{importRunId}/cancel',
  'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content',
];

/**
 * Disagreements of the client and the contract about requests, in the form of `requestDifferences`. The sandbox ignores
 * parts that only the client has, unless a test of this folder expects a refusal. Parts that only the contract has are
 * tested elsewhere.
 */
export const requestDisagreements: Readonly<Record<string, string>> = {
  'PATCH /orgs/{organizationId} body.mergeRules: contract': mergeRules,
  'PATCH /spaces/{spaceId} body.mergeRules: contract': mergeRules,
  'PATCH /spaces/{spaceId}/change-requests/{changeRequestId} body.description: contract': described,
  'PATCH /spaces/{spaceId}/change-requests/{changeRequestId} body.links: contract': described,
  'POST /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers body.description: contract': described,
  'POST /orgs/{organizationId}/spaces body.template: client': template,
  'POST /orgs/{organizationId}/spaces body.computedSource: client': template,
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/reviews query.outdated: contract': later,
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/contributors query.page: contract': later,
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/contributors query.limit: contract': later,
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId} query.dereferenced: contract': inPlace,
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath} query.dereferenced: contract':
    inPlace,
  'GET /spaces/{spaceId}/content/page/{pageId} query.dereferenced: contract': inPlace,
  'GET /spaces/{spaceId}/content/path/{pagePath} query.dereferenced: contract': inPlace,
  'GET /spaces/{spaceId}/revisions/{revisionId}/page/{pageId} query.dereferenced: contract': inPlace,
  'GET /spaces/{spaceId}/revisions/{revisionId}/changes query.metadata: client': whole,
  'GET /spaces/{spaceId}/revisions/{revisionId}/changes query.computed: client': whole,
  'GET /spaces/{spaceId}/documents/{documentId} query.schema: client': 'The sandbox has documents of one schema.',
  'PUT /orgs/{organizationId}/sites/{siteId}/adaptive-schema body.jsonSchema.$id: contract':
    'api.md gives the schema an $id; it wins, and a schema without one is taken, too.',
  'POST /orgs/{organizationId}/translations body.instructions.*: client': translation,
  'POST /orgs/{organizationId}/translations body.title: contract': translation,
  'PUT /orgs/{organizationId}/translations/{translationSettingsId} body.instructions.*: client': translation,
  'PUT /orgs/{organizationId}/translations/{translationSettingsId} body.title: contract': translation,
  'POST /integrations/{integrationName} body.contentSecurityPolicy.*: client':
    'api.md describes the policy as a text; it wins, and an object of directives is refused.',
};
