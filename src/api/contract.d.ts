// Generated from contract.yaml by scripts/generate.mjs. Do not edit.

export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tells the version of the service; needs no token. */
        get: operations["getServiceInformation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tells whose token it is. */
        get: operations["getCurrentUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        /** Gets a user. */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/urls/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Finds what an address of the app or of a published site stands for. */
        get: operations["getContentAtUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subdomains/{subdomain}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subdomain: components["parameters"]["subdomain"];
            };
            cookie?: never;
        };
        /** Gets a subdomain. */
        get: operations["getSubdomain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the organizations of the caller. */
        get: operations["listOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        /** Gets an organization. */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes an organization. */
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/orgs/{organizationId}/link-invites/{inviteId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                inviteId: components["parameters"]["inviteId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes an invite link. */
        delete: operations["deleteOrganizationInviteLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/search": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        /** Finds pages in the spaces of an organization. */
        get: operations["searchOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/email-domains/{emailDomain}/orgs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                emailDomain: components["parameters"]["emailDomain"];
            };
            cookie?: never;
        };
        /** Lists the organizations that people of an email domain may join. */
        get: operations["listOrganizationsForEmailDomain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        /** Lists the members of an organization. */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        /** Gets a member. */
        get: operations["getMember"];
        put?: never;
        post?: never;
        /** Removes a member from the organization. */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /** Changes the role of a member. */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/orgs/{organizationId}/ping": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Marks the caller as seen in the organization. */
        post: operations["pingOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/members/{userId}/sso": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a user a member by single sign-on. */
        post: operations["setMemberSso"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/members/{userId}/spaces": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        /** Lists the spaces that a member can reach. */
        get: operations["listMemberSpaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/members/{userId}/teams": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        /** Lists the teams of a member. */
        get: operations["listMemberTeams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/teams": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        /** Lists the teams of an organization. */
        get: operations["listTeams"];
        /** Creates a team. */
        put: operations["createTeam"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/teams/{teamId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                teamId: components["parameters"]["teamId"];
            };
            cookie?: never;
        };
        /** Gets a team. */
        get: operations["getTeam"];
        put?: never;
        post?: never;
        /** Deletes a team. */
        delete: operations["deleteTeam"];
        options?: never;
        head?: never;
        /** Renames a team. */
        patch: operations["updateTeam"];
        trace?: never;
    };
    "/orgs/{organizationId}/teams/{teamId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                teamId: components["parameters"]["teamId"];
            };
            cookie?: never;
        };
        /** Lists the members of a team. */
        get: operations["listTeamMembers"];
        /** Adds, removes and changes several members of a team; who is both added and removed is removed. */
        put: operations["updateTeamMembers"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/teams/{teamId}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                teamId: components["parameters"]["teamId"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Adds a member to a team or changes their role in it. */
        put: operations["setTeamMember"];
        post?: never;
        /** Removes a member from a team. */
        delete: operations["removeTeamMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/saml": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        /** Lists the SAML providers of an organization. */
        get: operations["listSamlProviders"];
        put?: never;
        /** Creates a SAML provider. */
        post: operations["createSamlProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/saml/{samlProviderId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                samlProviderId: components["parameters"]["samlProviderId"];
            };
            cookie?: never;
        };
        /** Gets a SAML provider. */
        get: operations["getSamlProvider"];
        put?: never;
        post?: never;
        /** Deletes a SAML provider. */
        delete: operations["deleteSamlProvider"];
        options?: never;
        head?: never;
        /** Changes a SAML provider. */
        patch: operations["updateSamlProvider"];
        trace?: never;
    };
    "/orgs/{organizationId}/sso": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        /** Lists the ways to sign in to an organization. */
        get: operations["listSsoLogins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/collections": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        /** Lists the collections of an organization. */
        get: operations["listOrganizationCollections"];
        put?: never;
        /** Creates a collection. */
        post: operations["createCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections/{collectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: components["parameters"]["collectionId"];
            };
            cookie?: never;
        };
        /** Gets a collection. */
        get: operations["getCollection"];
        put?: never;
        post?: never;
        /** Deletes a collection. */
        delete: operations["deleteCollection"];
        options?: never;
        head?: never;
        /** Changes a collection. */
        patch: operations["updateCollection"];
        trace?: never;
    };
    "/collections/{collectionId}/spaces": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: components["parameters"]["collectionId"];
            };
            cookie?: never;
        };
        /** Lists the spaces of a collection. */
        get: operations["listCollectionSpaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections/{collectionId}/move": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: components["parameters"]["collectionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Moves a collection inside its organization. */
        post: operations["moveCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections/{collectionId}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: components["parameters"]["collectionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Transfers a collection to another organization. */
        post: operations["transferCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/spaces": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        /** Lists the spaces of an organization. */
        get: operations["listOrganizationSpaces"];
        put?: never;
        /** Creates a space. */
        post: operations["createSpace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        /** Gets a space. */
        get: operations["getSpace"];
        put?: never;
        post?: never;
        /** Deletes a space; it can be restored for seven days. */
        delete: operations["deleteSpace"];
        options?: never;
        head?: never;
        /** Changes a space. */
        patch: operations["updateSpace"];
        trace?: never;
    };
    "/spaces/{spaceId}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a copy of a space. */
        post: operations["duplicateSpace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restores a space deleted within the last seven days. */
        post: operations["restoreSpace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/move": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Moves a space inside its organization. */
        post: operations["moveSpace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Transfers a space to another organization. */
        post: operations["transferSpace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/links": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        /** Lists the links in a space. */
        get: operations["listSpaceLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/search": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        /** Finds pages in a space. */
        get: operations["searchSpace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/permissions/aggregate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        /** Lists who can see a space, each with the role there. */
        get: operations["listSpacePermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/change-requests": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        /** Lists the change requests in all spaces of an organization. */
        get: operations["listOrganizationChangeRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        /** Lists the change requests of a space, one status at a time. */
        get: operations["listChangeRequests"];
        put?: never;
        /** Creates a change request. */
        post: operations["createChangeRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        /** Gets a change request by its ID or number. */
        get: operations["getChangeRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes the subject or status of a change request; only a merge makes it merged. */
        patch: operations["updateChangeRequest"];
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Merges a change request into the main content. */
        post: operations["mergeChangeRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Brings a change request up to date with the main content. */
        post: operations["syncChangeRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        /** Makes a PDF of the content of a change request. */
        get: operations["getChangeRequestPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        /** Lists who was asked to review. */
        get: operations["listRequestedReviewers"];
        put?: never;
        /** Asks users to review. */
        post: operations["requestReviewers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Takes back a request to review. */
        delete: operations["removeRequestedReviewer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        /** Lists the reviews of a change request. */
        get: operations["listReviews"];
        put?: never;
        /** Submits a review. */
        post: operations["createReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                reviewId: components["parameters"]["reviewId"];
            };
            cookie?: never;
        };
        /** Gets a review. */
        get: operations["getReview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/contributors": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        /** Lists who worked on a change request. */
        get: operations["listContributors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        /** Tells what a change request changes. */
        get: operations["getChangeRequestChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        /** Gets the newest revision of a change request. */
        get: operations["getChangeRequestContent"];
        put?: never;
        /** Edits pages and files, all or nothing, as one new revision. */
        post: operations["editChangeRequestContent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/content/import": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Imports content from elsewhere. */
        post: operations["importChangeRequestContent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{organizationId}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begins to import a website into a change request; the newest servers have it in place of content/import. */
        post: operations["startImportRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{organizationId}/imports/{importRunId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                importRunId: components["parameters"]["importRunId"];
            };
            cookie?: never;
        };
        /** Tells how far an import is. */
        get: operations["getImportRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{organizationId}/imports/{importRunId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                importRunId: components["parameters"]["importRunId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends an import that is not complete. */
        post: operations["cancelImportRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        /** Lists all pages as a tree. */
        get: operations["listChangeRequestPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/content/files": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        /** Lists the files. */
        get: operations["listChangeRequestFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                fileId: components["parameters"]["fileId"];
            };
            cookie?: never;
        };
        /** Gets a file. */
        get: operations["getChangeRequestFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                reusableContentId: components["parameters"]["reusableContentId"];
            };
            cookie?: never;
        };
        /** Gets reusable content. */
        get: operations["getChangeRequestReusableContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                fileId: components["parameters"]["fileId"];
            };
            cookie?: never;
        };
        /** Lists where a file is used. */
        get: operations["listChangeRequestFileBacklinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                pageId: components["parameters"]["pageId"];
            };
            cookie?: never;
        };
        /** Gets a page with its content. */
        get: operations["getChangeRequestPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                pageId: components["parameters"]["pageId"];
            };
            cookie?: never;
        };
        /** Lists the links of a page. */
        get: operations["listChangeRequestPageLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                /** @description Path of the page, encoded as one segment. */
                pagePath: components["parameters"]["pagePath"];
            };
            cookie?: never;
        };
        /** Gets a page with its content by its path. */
        get: operations["getChangeRequestPageByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        /** Gets the revision that readers see. */
        get: operations["getContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/content/pages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        /** Lists all pages of the main content as a tree. */
        get: operations["listPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/content/files": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        /** Lists the files of the main content. */
        get: operations["listFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/content/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                fileId: components["parameters"]["fileId"];
            };
            cookie?: never;
        };
        /** Gets a file of the main content. */
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/content/reusable-contents/{reusableContentId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                reusableContentId: components["parameters"]["reusableContentId"];
            };
            cookie?: never;
        };
        /** Gets reusable content of the main content. */
        get: operations["getReusableContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/content/page/{pageId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                pageId: components["parameters"]["pageId"];
            };
            cookie?: never;
        };
        /** Gets a page of the main content. */
        get: operations["getPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/content/path/{pagePath}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description Path of the page, encoded as one segment. */
                pagePath: components["parameters"]["pagePath"];
            };
            cookie?: never;
        };
        /** Gets a page of the main content by its path. */
        get: operations["getPageByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/revisions/{revisionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                revisionId: components["parameters"]["revisionId"];
            };
            cookie?: never;
        };
        /** Gets a revision. */
        get: operations["getRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/revisions/{revisionId}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                revisionId: components["parameters"]["revisionId"];
            };
            cookie?: never;
        };
        /** Lists all pages of a revision as a tree. */
        get: operations["listRevisionPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/revisions/{revisionId}/files": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                revisionId: components["parameters"]["revisionId"];
            };
            cookie?: never;
        };
        /** Lists the files of a revision. */
        get: operations["listRevisionFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                revisionId: components["parameters"]["revisionId"];
                fileId: components["parameters"]["fileId"];
            };
            cookie?: never;
        };
        /** Gets a file of a revision. */
        get: operations["getRevisionFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                revisionId: components["parameters"]["revisionId"];
                reusableContentId: components["parameters"]["reusableContentId"];
            };
            cookie?: never;
        };
        /** Gets reusable content of a revision. */
        get: operations["getRevisionReusableContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                revisionId: components["parameters"]["revisionId"];
                pageId: components["parameters"]["pageId"];
            };
            cookie?: never;
        };
        /** Gets a page as it was in a revision. */
        get: operations["getRevisionPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/revisions/{revisionId}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                revisionId: components["parameters"]["revisionId"];
            };
            cookie?: never;
        };
        /** Tells what a revision changed. */
        get: operations["getRevisionChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                documentId: components["parameters"]["documentId"];
            };
            cookie?: never;
        };
        /** Gets a document by its ID. */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        /** Lists the comments on a space. */
        get: operations["listSpaceComments"];
        put?: never;
        /** Comments on a space, a page of it or a block of that page. */
        post: operations["createSpaceComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/comments/{commentId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                commentId: components["parameters"]["commentId"];
            };
            cookie?: never;
        };
        /** Gets a comment. */
        get: operations["getSpaceComment"];
        /** Edits a comment, resolves or reopens it, adds and removes reactions. */
        put: operations["updateSpaceComment"];
        post?: never;
        /** Deletes a comment. */
        delete: operations["deleteSpaceComment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/comments/{commentId}/replies": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                commentId: components["parameters"]["commentId"];
            };
            cookie?: never;
        };
        /** Lists the replies to a comment. */
        get: operations["listSpaceCommentReplies"];
        put?: never;
        /** Replies to a comment. */
        post: operations["createSpaceCommentReply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                commentId: components["parameters"]["commentId"];
                commentReplyId: components["parameters"]["commentReplyId"];
            };
            cookie?: never;
        };
        /** Gets a reply. */
        get: operations["getSpaceCommentReply"];
        /** Edits a reply, adds and removes reactions. */
        put: operations["updateSpaceCommentReply"];
        post?: never;
        /** Deletes a reply. */
        delete: operations["deleteSpaceCommentReply"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/commenters": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        /** Lists who commented on a space. */
        get: operations["listSpaceCommenters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        /** Lists the comments on a change request. */
        get: operations["listChangeRequestComments"];
        put?: never;
        /** Comments on a change request, a page of it or a block of that page. */
        post: operations["createChangeRequestComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                commentId: components["parameters"]["commentId"];
            };
            cookie?: never;
        };
        /** Gets a comment. */
        get: operations["getChangeRequestComment"];
        /** Edits a comment, resolves or reopens it, adds and removes reactions. */
        put: operations["updateChangeRequestComment"];
        post?: never;
        /** Deletes a comment. */
        delete: operations["deleteChangeRequestComment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                commentId: components["parameters"]["commentId"];
            };
            cookie?: never;
        };
        /** Lists the replies to a comment. */
        get: operations["listChangeRequestCommentReplies"];
        put?: never;
        /** Replies to a comment. */
        post: operations["createChangeRequestCommentReply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                commentId: components["parameters"]["commentId"];
                commentReplyId: components["parameters"]["commentReplyId"];
            };
            cookie?: never;
        };
        /** Gets a reply. */
        get: operations["getChangeRequestCommentReply"];
        /** Edits a reply, adds and removes reactions. */
        put: operations["updateChangeRequestCommentReply"];
        post?: never;
        /** Deletes a reply. */
        delete: operations["deleteChangeRequestCommentReply"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/change-requests/{changeRequestId}/commenters": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        /** Lists who commented on a change request. */
        get: operations["listChangeRequestCommenters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/sites": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        /** Lists the sites of an organization. */
        get: operations["listSites"];
        put?: never;
        /** Creates a site. */
        post: operations["createSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/sites/{siteId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        /** Gets a site. */
        get: operations["getSite"];
        put?: never;
        post?: never;
        /** Deletes a site. */
        delete: operations["deleteSite"];
        options?: never;
        head?: never;
        /** Changes a site. */
        patch: operations["updateSite"];
        trace?: never;
    };
    "/orgs/{organizationId}/sites/{siteId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Publishes a site. */
        post: operations["publishSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/sites/{siteId}/unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes a site offline. */
        post: operations["unpublishSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/sites/{siteId}/published": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        /** Gets everything that a published site consists of. */
        get: operations["getPublishedSite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/sites/{siteId}/adaptive-schema": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        /** Gets what a site knows about its visitors. */
        get: operations["getSiteAdaptiveSchema"];
        /** Replaces what a site knows about its visitors. */
        put: operations["updateSiteAdaptiveSchema"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        /** Lists conditions to start from. */
        get: operations["listSiteAdaptiveTemplateConditions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/sites/{siteId}/structure": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        /** Gets the navigation of a site. */
        get: operations["getSiteStructure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/sites/{siteId}/structure/sort": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Moves one item of the navigation. */
        patch: operations["sortSiteStructure"];
        trace?: never;
    };
    "/orgs/{organizationId}/sites/{siteId}/site-spaces": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        /** Lists the spaces that a site shows. */
        get: operations["listSiteSpaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/sites/{siteId}/sections": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        /** Lists the sections of a site. */
        get: operations["listSiteSections"];
        put?: never;
        /** Adds a section that shows a space. */
        post: operations["createSiteSection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
                siteSectionId: components["parameters"]["siteSectionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a section. */
        delete: operations["deleteSiteSection"];
        options?: never;
        head?: never;
        /** Changes a section. */
        patch: operations["updateSiteSection"];
        trace?: never;
    };
    "/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
                siteSectionId: components["parameters"]["siteSectionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Moves a section beside another one. */
        post: operations["moveSiteSection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/sites/{siteId}/section-groups": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        /** Lists the section groups of a site. */
        get: operations["listSiteSectionGroups"];
        put?: never;
        /** Creates a section group. */
        post: operations["createSiteSectionGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
                siteSectionGroupId: components["parameters"]["siteSectionGroupId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a section group. */
        delete: operations["deleteSiteSectionGroup"];
        options?: never;
        head?: never;
        /** Changes a section group. */
        patch: operations["updateSiteSectionGroup"];
        trace?: never;
    };
    "/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
                siteSectionGroupId: components["parameters"]["siteSectionGroupId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Puts a section into a group. */
        post: operations["addSectionToGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
                siteSectionGroupId: components["parameters"]["siteSectionGroupId"];
                siteSectionId: components["parameters"]["siteSectionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Takes a section out of a group. */
        delete: operations["removeSectionFromGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
                siteSectionGroupId: components["parameters"]["siteSectionGroupId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Moves a section group; sortSiteStructure takes its place.
         * @deprecated
         */
        post: operations["moveSiteSectionGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/sites/{siteId}/share-links": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        /** Lists the share links of a site. */
        get: operations["listShareLinks"];
        put?: never;
        /** Creates a share link. */
        post: operations["createShareLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
                shareLinkId: components["parameters"]["shareLinkId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a share link. */
        delete: operations["deleteShareLink"];
        options?: never;
        head?: never;
        /** Renames, revokes or reactivates a share link. */
        patch: operations["updateShareLink"];
        trace?: never;
    };
    "/orgs/{organizationId}/openapi": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        /** Lists the OpenAPI specs of an organization. */
        get: operations["listOpenApiSpecs"];
        put?: never;
        /** Creates an OpenAPI spec. */
        post: operations["createOpenApiSpec"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/openapi/{specSlug}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                /** @description Slug or ID of the spec. */
                specSlug: components["parameters"]["specSlug"];
            };
            cookie?: never;
        };
        /** Gets an OpenAPI spec. */
        get: operations["getOpenApiSpec"];
        /** Gives an OpenAPI spec a new source, or creates it. */
        put: operations["putOpenApiSpec"];
        post?: never;
        /** Deletes an OpenAPI spec. */
        delete: operations["deleteOpenApiSpec"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/openapi/{specSlug}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                /** @description Slug or ID of the spec. */
                specSlug: components["parameters"]["specSlug"];
            };
            cookie?: never;
        };
        /** Lists the versions of an OpenAPI spec. */
        get: operations["listOpenApiSpecVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/openapi/{specSlug}/versions/latest": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                /** @description Slug or ID of the spec. */
                specSlug: components["parameters"]["specSlug"];
            };
            cookie?: never;
        };
        /** Gets the newest version. */
        get: operations["getLatestOpenApiSpecVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                /** @description Slug or ID of the spec. */
                specSlug: components["parameters"]["specSlug"];
            };
            cookie?: never;
        };
        /** Gets the specification itself in its newest version. */
        get: operations["getLatestOpenApiSpecVersionContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                /** @description Slug or ID of the spec. */
                specSlug: components["parameters"]["specSlug"];
                versionId: components["parameters"]["versionId"];
            };
            cookie?: never;
        };
        /** Gets a version. */
        get: operations["getOpenApiSpecVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                /** @description Slug or ID of the spec. */
                specSlug: components["parameters"]["specSlug"];
                versionId: components["parameters"]["versionId"];
            };
            cookie?: never;
        };
        /** Gets the specification itself in one version. */
        get: operations["getOpenApiSpecVersionContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/translations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        /** Lists the translation settings of an organization. */
        get: operations["listTranslationSettings"];
        put?: never;
        /** Creates translation settings; newer servers take no title but a source and a language. */
        post: operations["createTranslationSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/translations/{translationSettingsId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                translationSettingsId: components["parameters"]["translationSettingsId"];
            };
            cookie?: never;
        };
        /** Gets translation settings. */
        get: operations["getTranslationSettings"];
        /** Changes translation settings; newer servers take instructions only. */
        put: operations["updateTranslationSettings"];
        post?: never;
        /** Deletes translation settings. */
        delete: operations["deleteTranslationSettings"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the integrations on offer. */
        get: operations["listIntegrations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations/{integrationName}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                integrationName: components["parameters"]["integrationName"];
            };
            cookie?: never;
        };
        /** Gets an integration. */
        get: operations["getIntegration"];
        put?: never;
        /** Publishes an integration or a new version of it. */
        post: operations["publishIntegration"];
        /** Withdraws an integration. */
        delete: operations["unpublishIntegration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations/{integrationName}/installations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                integrationName: components["parameters"]["integrationName"];
            };
            cookie?: never;
        };
        /** Lists where an integration is installed. */
        get: operations["listIntegrationInstallations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations/{integrationName}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                integrationName: components["parameters"]["integrationName"];
            };
            cookie?: never;
        };
        /** Lists the events that an integration was run for. */
        get: operations["listIntegrationEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What every failed request answers. The code repeats the HTTP status. */
        Error: {
            error: {
                code: number;
                message: string;
            };
        };
        /** @description Where a list goes on. Absent on the last page. */
        Next: {
            /** @description Opaque token for the query parameter page. */
            page: string;
        };
        /** @description How many items the whole list has, not just this page. */
        Count: number;
        /**
         * @description What a member may do, strongest first: administrate, create, review, edit, comment, read.
         * @enum {string}
         */
        Role: "admin" | "create" | "review" | "edit" | "comment" | "read";
        /**
         * @description A role, or null for a guest.
         * @enum {string|null}
         */
        RoleOrGuest: "admin" | "create" | "review" | "edit" | "comment" | "read" | null;
        /**
         * @description Role that members have without being invited. Some servers also know inherit, from the parent.
         * @enum {string|null}
         */
        DefaultLevel: "admin" | "create" | "review" | "edit" | "comment" | "read" | "inherit" | null;
        /**
         * @description An owner can manage the members of the team.
         * @enum {string}
         */
        TeamRole: "member" | "owner";
        /** @description Place among siblings, named by a neighbour. */
        ContentPosition: {
            before?: components["schemas"]["ContentPointer"];
            after?: components["schemas"]["ContentPointer"];
        };
        /** @description A neighbour. Collections are taken by some servers only. */
        ContentPointer: {
            /** @constant */
            type: "space";
            space: string;
        } | {
            /** @constant */
            type: "collection";
            collection: string;
        };
        /** @description What a link points at. The member that counts is named after the kind. */
        LinkTarget: {
            kind: string;
            file?: string;
            url?: string;
            page?: string;
            anchor?: string;
            user?: string;
            collection?: string;
            space?: string;
            reusableContent?: string;
            spec?: string;
            tag?: string;
        };
        /** @description A resource inside a reference, as its ID or, from some servers, as the whole object. */
        EmbeddedResource: string | ({
            id?: string;
            title?: string;
        } & {
            [key: string]: unknown;
        });
        /** @description What a change request needs before it is merged. Only some servers have such rules. */
        MergeRules: {
            type: string;
            rules?: components["schemas"]["MergeRule"][];
        };
        /** @description One rule. It names users, or has an expression, where its kind takes them. */
        MergeRule: {
            rule: string;
            users?: string[];
            expression?: string;
            /** @description Shown where the expression is not true. */
            message?: string;
        };
        /** @description The rules that spaces inherit. A change request must meet all of them before it can be merged. */
        MergeRulesInput: {
            /** @enum {string} */
            type: "none" | "rules";
            rules?: components["schemas"]["MergeRuleInput"][];
        };
        /** @description The rules of this space. A change request must meet all of them before it can be merged. */
        SpaceMergeRulesInput: {
            /** @enum {string} */
            type: "inherit" | "none" | "rules";
            rules?: components["schemas"]["MergeRuleInput"][];
        };
        MergeRuleInput: {
            /** @enum {string} */
            rule: "require_specific_reviewers" | "require_one_of_specific_reviewers" | "require_at_least_one_review" | "require_at_least_one_approved_review" | "require_all_reviews_approved" | "require_agent_review" | "require_up_to_date_change_request" | "require_change_request_subject" | "require_change_request_description" | "require_author_to_merge" | "allow_bypass" | "custom";
            /** @description User IDs. Required for the rules about specific reviewers and for allow_bypass. */
            users?: string[];
            /** @description A JavaScript expression. Required for custom rules. */
            expression?: string;
            /** @description The message shown when the expression is false. */
            message?: string;
        };
        User: {
            /** @constant */
            object: "user";
            id: string;
            displayName: string;
            email?: string;
            /** Format: uri */
            photoURL?: string;
            urls?: {
                location?: string;
            };
        };
        ServiceInformation: {
            version?: string;
            build?: string;
        };
        Organization: {
            /** @constant */
            object: "organization";
            id: string;
            title: string;
            /** Format: date-time */
            createdAt: string;
            emailDomains: string[];
            /** @description Default hostname for public content. */
            hostname?: string;
            type: string;
            useCase?: string;
            communityType?: string;
            defaultRole?: components["schemas"]["RoleOrGuest"];
            defaultContent?: components["schemas"]["DefaultContent"] | null;
            /** @description Single sign-on is enforced for everyone. */
            sso?: boolean;
            /** @description All AI features are on. */
            ai?: boolean;
            inviteLinks: boolean;
            plan: string;
            customHostname?: string;
            /**
             * @deprecated
             * @description Always true.
             */
            internal_isOnNewTrial?: boolean;
            billing?: {
                interval?: string;
                /** Format: date-time */
                endDate?: string;
                hasPaymentFailed?: boolean;
                isScheduledToCancel?: boolean;
            };
            urls?: {
                location?: string;
                app?: string;
                logo?: string;
            };
            trial?: {
                status?: string;
                /** Format: date-time */
                endDate?: string;
                decision?: string;
            };
            blocked?: {
                reason?: string;
            };
            mergeRules?: components["schemas"]["MergeRules"];
            internal_billingMigration?: {
                /** Format: date-time */
                deadline?: string;
                discountPercent?: number;
                /** Format: date-time */
                discountEndDate?: string;
            };
            permissions?: {
                view?: boolean;
                admin?: boolean;
                ownTeam?: boolean;
                createContent?: boolean;
                createOpenAPISpec?: boolean;
                ingestConversations?: boolean;
                viewBilling?: boolean;
                listMembers?: boolean;
                listTeams?: boolean;
                listIntegrations?: boolean;
            };
        };
        /** @description What opens first in the organization. */
        DefaultContent: {
            /** @constant */
            type: "site";
            site: string;
        };
        Subdomain: {
            /** @constant */
            object: "subdomain";
            subdomain: string;
            target: {
                type: string;
                organization?: string;
            };
            isActive?: boolean;
        };
        SearchSpaceResult: {
            id: string;
            title: string;
            pages: components["schemas"]["SearchPageResult"][];
        };
        SearchPageResult: {
            id: string;
            title: string;
            path: string;
            sections?: components["schemas"]["SearchSectionResult"][];
            urls?: {
                app?: string;
            };
        };
        SearchSectionResult: {
            id: string;
            title: string;
            path: string;
            body?: string;
            urls?: {
                app?: string;
            };
        };
        Member: {
            /** @constant */
            object: "member";
            id: string;
            role: components["schemas"]["RoleOrGuest"];
            user: components["schemas"]["User"];
            disabled?: boolean;
            /** Format: date-time */
            joinedAt?: string;
            /** Format: date-time */
            lastSeenAt?: string;
            sso?: boolean;
            /** @description How many spaces the member can reach. */
            spaces?: number;
            teams?: number;
        };
        PingResult: {
            /** @description JSON web token to attach to the user. */
            serviceVisitorClaims?: string;
            /** @description The same under the name the public service gives it. */
            gitbookVisitorClaims?: string;
        };
        MemberSpace: {
            permission: components["schemas"]["Role"];
            space: components["schemas"]["Space"];
        };
        UserPermission: {
            permission: components["schemas"]["Role"];
            user: components["schemas"]["User"];
        };
        MemberTeam: {
            team: components["schemas"]["Team"];
            member: {
                role: components["schemas"]["TeamRole"];
            };
        };
        Team: {
            /** @constant */
            object: "team";
            id: string;
            title: string;
            members?: number;
            spaces?: number;
            /** Format: date-time */
            createdAt?: string;
            permissions?: {
                admin?: boolean;
                view?: boolean;
            };
        };
        TeamMember: {
            /** @description The person as a member of the organization. */
            organization: components["schemas"]["Member"];
            team: {
                role: components["schemas"]["TeamRole"];
            };
            permissions?: {
                view?: boolean;
            };
        };
        SamlProvider: {
            /** @constant */
            object: "saml-provider";
            id: string;
            label: string;
            /** Format: uri */
            ssoURL?: string;
            entityID?: string;
            certificate?: string;
            defaultTeam?: components["schemas"]["Team"];
            defaultRole?: components["schemas"]["RoleOrGuest"];
            /** Format: date-time */
            createdAt?: string;
            status?: string;
            /** @description What the identity provider has to know about the service. */
            service?: {
                /** Format: uri */
                acsURL?: string;
                /** Format: uri */
                startURL?: string;
                entityID?: string;
            };
            urls?: {
                location?: string;
            };
        };
        SsoLogin: {
            id: string;
            label: string;
            /** Format: uri */
            startURL: string;
        };
        Collection: {
            /** @constant */
            object: "collection";
            id: string;
            title: string;
            description?: string;
            organization: string;
            /** @description The collection that holds this one, if any. */
            parent?: string;
            defaultLevel?: components["schemas"]["DefaultLevel"];
            urls?: {
                location?: string;
                app?: string;
            };
            permissions?: {
                view?: boolean;
                admin?: boolean;
                viewInviteLinks?: boolean;
                create?: boolean;
            };
        };
        Space: {
            /** @constant */
            object: "space";
            id: string;
            title: string;
            emoji: string;
            /**
             * @description public is indexed by search engines, unlisted is open but not indexed, share-link needs a secret in the address, visitor-auth needs a token, in-collection follows the collection, private is for members.
             * @enum {string}
             */
            visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * Format: date-time
             * @description A deleted space can be restored for seven days.
             */
            deletedAt?: string;
            /** @enum {string} */
            editMode?: "live" | "locked";
            urls?: {
                location?: string;
                app?: string;
                published?: string;
                public?: string;
                icon?: string;
            };
            organization: string;
            /** @description The collection that holds this space, if any. */
            parent?: string;
            gitSync?: {
                repoName?: string;
                installationProvider?: string;
                integration?: string;
                /** Format: uri */
                url?: string;
                /** Format: date-time */
                updatedAt?: string;
            };
            visitorAuth?: {
                backend: string;
                integration?: string;
            };
            /** @description The revision that readers see. */
            revision: string;
            defaultLevel: components["schemas"]["DefaultLevel"];
            mergeRules?: components["schemas"]["MergeRules"];
            /** @description How many are open. */
            comments: number;
            changeRequests: number;
            changeRequestsOpen: number;
            changeRequestsDraft: number;
            permissions?: {
                view?: boolean;
                access?: boolean;
                admin?: boolean;
                viewInviteLinks?: boolean;
                edit?: boolean;
                triggerGitSync?: boolean;
                comment?: boolean;
                merge?: boolean;
                review?: boolean;
            };
        };
        /** @description What an address of the app or of a published site stands for. */
        ContentAtUrl: {
            organization?: components["schemas"]["Organization"];
            collection?: components["schemas"]["Collection"];
            space?: components["schemas"]["Space"];
            changeRequest?: components["schemas"]["ChangeRequest"];
            revision?: components["schemas"]["Revision"];
            page?: components["schemas"]["Page"];
            file?: components["schemas"]["File"];
        };
        ChangeRequest: {
            /** @constant */
            object: "change-request";
            id: string;
            /** @description Counts up in its space. */
            number: number;
            status: string;
            subject: string;
            createdBy: components["schemas"]["User"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Its newest revision. */
            revision: string;
            /** @description Where it branched off the main content. */
            revisionInitial: string;
            /** @description The main content that its last update took in. */
            revisionMergedAncestor?: string;
            /** @description The main content that its merge made. */
            revisionMerged?: string;
            /** @description How many are open. */
            comments: number;
            /** @description The main content has moved on. */
            outdated: boolean;
            urls?: {
                app?: string;
                location?: string;
            };
            /** @description Sent by some servers; otherwise known from the request only. */
            space?: string;
            description?: components["schemas"]["Document"];
            mergedBy?: components["schemas"]["User"];
            /** Format: date-time */
            mergedAt?: string;
            links?: components["schemas"]["ChangeRequestLink"][];
        };
        ChangeRequestLinkInput: {
            /** @description Sent back for a link that exists already. */
            id?: string;
            ref: components["schemas"]["UrlReference"];
            title?: string;
        };
        /** @description An address of the web or a ticket that a change request is about. */
        ChangeRequestLink: {
            id: string;
            ref: components["schemas"]["UrlReference"];
            title?: string;
            /** @description What the service knows of a ticket. */
            expanded?: {
                kind?: string;
                provider?: string;
                state?: string;
                key?: string;
                url?: string;
                status?: {
                    id?: string;
                    name?: string;
                };
                summary?: string;
            };
        };
        UrlReference: {
            /** @constant */
            kind: "url";
            url: string;
        };
        MergeResult: {
            revision: string;
            result: string;
        };
        UpdateResult: {
            revision: string;
            result: string;
        };
        Pdf: {
            /** Format: uri */
            url: string;
        };
        RequestedReviewer: {
            /** @constant */
            object: "change-request-requested-reviewer";
            revision: string;
            requestedBy: components["schemas"]["User"];
            /** Format: date-time */
            createdAt: string;
            kind: string;
            user?: components["schemas"]["User"];
            team?: {
                /** @constant */
                object?: "team";
                id: string;
            };
        };
        Review: {
            /** @constant */
            object: "change-request-review";
            id: string;
            revision: string;
            reviewer: components["schemas"]["User"];
            requestedBy?: components["schemas"]["User"];
            status: string;
            /** @description The change request has moved on since. */
            outdated?: boolean;
            comment?: components["schemas"]["Comment"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            urls?: {
                location?: string;
            };
        };
        Contributor: {
            user: components["schemas"]["User"];
            count?: number;
            /** Format: date-time */
            updatedAt?: string;
            actionType?: string;
        };
        Changes: {
            mergedFrom?: components["schemas"]["ChangeRequest"];
            changes: components["schemas"]["Change"][];
            /** @description How many changes the limit cut off. */
            more?: number;
        };
        Change: components["schemas"]["PageAddedOrDeleted"] | components["schemas"]["PageEdited"] | components["schemas"]["PageMoved"] | components["schemas"]["FileAddedOrDeleted"] | components["schemas"]["FileEdited"] | components["schemas"]["VariablesEdited"] | components["schemas"]["ReusableContentAddedOrDeleted"] | components["schemas"]["ReusableContentEdited"] | components["schemas"]["TagChanged"];
        PageAddedOrDeleted: {
            /** @enum {unknown} */
            type: "page_created" | "page_deleted";
            page: components["schemas"]["ChangedPage"];
        };
        PageEdited: {
            /** @constant */
            type: "page_edited";
            page: components["schemas"]["ChangedPage"];
            attributes: {
                title?: components["schemas"]["TextDifference"];
                linkTitle?: components["schemas"]["TextDifference"];
                description?: components["schemas"]["TextDifference"];
                slug?: components["schemas"]["TextDifference"];
                /** @description IDs of documents. */
                document?: components["schemas"]["TextDifference"];
                emoji?: components["schemas"]["TextDifference"];
                icon?: components["schemas"]["TextDifference"];
                cover?: components["schemas"]["Difference"];
                layout?: components["schemas"]["Difference"];
                hidden?: components["schemas"]["Difference"];
                noIndex?: components["schemas"]["Difference"];
                noRobotsIndex?: components["schemas"]["Difference"];
                condition?: components["schemas"]["TextDifference"];
                variables?: components["schemas"]["Difference"];
                tags?: components["schemas"]["Difference"];
                metaLinks?: components["schemas"]["Difference"];
                frontMatter?: components["schemas"]["Difference"];
                target?: components["schemas"]["Difference"];
            };
        };
        PageMoved: {
            /** @constant */
            type: "page_moved";
            page: components["schemas"]["ChangedPage"];
            parent: {
                before?: components["schemas"]["ChangedPage"];
                after?: components["schemas"]["ChangedPage"];
            };
        };
        FileAddedOrDeleted: {
            /** @enum {unknown} */
            type: "file_created" | "file_deleted";
            file: components["schemas"]["ChangedFile"];
        };
        FileEdited: {
            /** @constant */
            type: "file_edited";
            file: components["schemas"]["ChangedFile"];
            attributes: {
                name?: components["schemas"]["TextDifference"];
                downloadURL?: components["schemas"]["TextDifference"];
                contentType?: components["schemas"]["TextDifference"];
                size?: components["schemas"]["Difference"];
                dimensions?: components["schemas"]["Difference"];
            };
        };
        VariablesEdited: {
            /** @constant */
            type: "variables_edited";
            variables: {
                [key: string]: components["schemas"]["Difference"];
            };
        };
        ReusableContentAddedOrDeleted: {
            /** @enum {unknown} */
            type: "reusable_content_created" | "reusable_content_deleted";
            reusableContent: components["schemas"]["ChangedReusableContent"];
        };
        ReusableContentEdited: {
            /** @constant */
            type: "reusable_content_edited";
            reusableContent: components["schemas"]["ChangedReusableContent"];
            attributes: {
                title?: components["schemas"]["TextDifference"];
                document?: components["schemas"]["TextDifference"];
            };
        };
        TagChanged: {
            /** @enum {unknown} */
            type: "tag_created" | "tag_deleted" | "tag_edited";
            tag: {
                slug: string;
                label: string;
            };
            attributes?: {
                label?: components["schemas"]["TextDifference"];
            };
        };
        TextDifference: {
            before?: string;
            after?: string;
        };
        Difference: {
            before?: unknown;
            after?: unknown;
        };
        ChangedPage: {
            id: string;
            type: string;
            title: string;
            path?: string;
        };
        ChangedFile: {
            id: string;
            name: string;
            contentType?: string;
            /** Format: uri */
            downloadURL?: string;
        };
        ChangedReusableContent: {
            id: string;
            title: string;
            document?: string;
        };
        Revision: {
            /** @constant */
            object: "revision";
            id: string;
            parents: string[];
            pages: components["schemas"]["Page"][];
            files: components["schemas"]["File"][];
            reusableContents?: components["schemas"]["ReusableContent"][];
            variables?: components["schemas"]["Variables"];
            /** Format: date-time */
            createdAt: string;
            git?: {
                oid?: string;
                message?: string;
                createdByService?: boolean;
                /** @description The same under the name the public service gives it. */
                createdByGitBook?: boolean;
                /** Format: uri */
                url?: string;
                ref?: string;
            };
            urls?: {
                app?: string;
                published?: string;
                public?: string;
            };
            type: string;
            mergedFrom?: components["schemas"]["ChangeRequest"];
            sourceRevision?: string;
        };
        /** @description Values by name. The documentation knows texts; some servers also keep numbers and booleans. */
        Variables: {
            [key: string]: string | number | boolean;
        };
        ReusableContent: {
            id: string;
            title: string;
            /** @description ID of a document. */
            document?: string;
            git?: components["schemas"]["GitObject"];
            computed?: components["schemas"]["ComputedSource"];
            computedSeed?: string;
        };
        GitObject: {
            oid?: string;
            path?: string;
        };
        /** @description How computed content comes about. */
        ComputedSource: {
            type?: string;
            dependencies?: unknown;
            props?: {
                [key: string]: unknown;
            };
        };
        /** @description A document, group, link or computed page. Which members there are follows from the type; only a page that was asked for by itself has content, as markdown or document. */
        Page: {
            type: string;
            id: string;
            title: string;
            /** @description Title in the table of contents, where it differs. */
            linkTitle?: string;
            slug?: string;
            path?: string;
            description?: string;
            documentId?: string;
            emoji?: string;
            icon?: string;
            /** Format: date-time */
            createdAt?: string;
            /** Format: date-time */
            updatedAt?: string;
            markdown?: string;
            document?: components["schemas"]["Document"];
            urls?: {
                app?: string;
            };
            pages?: components["schemas"]["Page"][];
            git?: components["schemas"]["GitObject"];
            layout?: components["schemas"]["PageLayout"];
            cover?: components["schemas"]["PageCover"];
            variables?: components["schemas"]["Variables"];
            hidden?: boolean;
            noIndex?: boolean;
            noRobotsIndex?: boolean;
            condition?: string;
            tags?: unknown[];
            /** @description Addresses that the head of the published page names. */
            metaLinks?: {
                canonical?: unknown;
                alternates?: unknown[];
            };
            /** @description Keys of its front matter that the service does not know. */
            frontMatter?: {
                [key: string]: unknown;
            };
            computed?: components["schemas"]["ComputedSource"];
            computedSeed?: string;
            /** @description Where a link page leads. */
            target?: components["schemas"]["LinkTarget"];
            href?: string;
            /**
             * @deprecated
             * @description What older servers call the type (sheet group link).
             */
            kind?: string;
        };
        PageLayout: {
            width?: string;
            cover?: boolean;
            coverSize?: string;
            title?: boolean;
            description?: boolean;
            tableOfContents?: boolean;
            outline?: boolean;
            pagination?: boolean;
            metadata?: boolean;
        };
        PageCover: {
            ref?: components["schemas"]["LinkTarget"];
            refDark?: components["schemas"]["LinkTarget"];
            yPos?: number;
        };
        PageList: {
            pages: components["schemas"]["Page"][];
        };
        File: {
            /** @constant */
            object?: "file";
            id: string;
            name: string;
            contentType: string;
            /** Format: uri */
            downloadURL: string;
            /** @description In bytes. */
            size?: number;
            dimensions?: {
                width: number;
                height: number;
            };
            git?: components["schemas"]["GitObject"];
        };
        ImportSource: {
            /** @enum {string} */
            type: "website";
            /** Format: uri */
            url: string;
        };
        ImportTarget: {
            space: string;
            changeRequest?: string;
            page?: string;
        };
        ImportRun: {
            /** @constant */
            object?: "import-run";
            id: string;
            status: string;
            /** @description Why it failed. */
            reason?: string;
            source?: components["schemas"]["ImportSource"];
            target?: components["schemas"]["ImportTarget"];
            pages?: {
                id: string;
                type: string;
                status: string;
                sourceURL?: string;
            }[];
        };
        ImportResult: {
            revision: string;
            importedResources: number;
            totalResources: number;
        };
        LinkItem: {
            status: string;
            relation: string;
            targetReference?: components["schemas"]["ContentReference"];
            locationReferences: components["schemas"]["ContentReference"][];
        };
        LinkStats: {
            total?: number;
            broken?: {
                total?: number;
                changeRequest?: number;
            };
        };
        /** @description A place in content. The member that counts is named after the kind. */
        ContentReference: {
            kind: string;
            organization?: components["schemas"]["EmbeddedResource"];
            space?: components["schemas"]["EmbeddedResource"];
            versionContext?: {
                type: string;
                revision?: components["schemas"]["EmbeddedResource"];
                changeRequest?: components["schemas"]["EmbeddedResource"];
            };
            file?: components["schemas"]["EmbeddedResource"];
            url?: string;
            page?: components["schemas"]["EmbeddedResource"];
            internalLocation?: {
                type: string;
                anchor?: string;
                node?: string;
            };
            user?: components["schemas"]["EmbeddedResource"];
            collection?: components["schemas"]["EmbeddedResource"];
            reusableContent?: components["schemas"]["EmbeddedResource"];
            openAPISpec?: components["schemas"]["EmbeddedResource"];
        };
        /** @description Content as a tree of nodes, where Markdown is not asked for. */
        Document: {
            /** @constant */
            object: "document";
            data?: {
                [key: string]: unknown;
            };
            nodes: components["schemas"]["DocumentNode"][];
            meta?: {
                [key: string]: unknown;
            };
        };
        /** @description A block, inline, text or fragment. Blocks and inlines have a type; void ones have fragments in place of nodes; a text has leaves; a fragment is named. Comments hang on the key of a block. */
        DocumentNode: {
            object: string;
            type?: string;
            key?: string;
            data?: {
                [key: string]: unknown;
            };
            nodes?: components["schemas"]["DocumentNode"][];
            fragments?: components["schemas"]["DocumentNode"][];
            fragment?: string;
            leaves?: components["schemas"]["DocumentLeaf"][];
            isVoid?: boolean;
            meta?: {
                [key: string]: unknown;
            };
        };
        DocumentLeaf: {
            /** @constant */
            object: "leaf";
            text: string;
            marks: components["schemas"]["DocumentMark"][];
        };
        DocumentMark: {
            /** @constant */
            object?: "mark";
            type: string;
            data?: {
                [key: string]: unknown;
            };
        };
        /** @description Text as a client sends it, as Markdown or as a document. */
        ContentInput: {
            markdown: string;
        } | {
            document: components["schemas"]["Document"];
        };
        /** @description One step of an edit of content. */
        ContentEdit: components["schemas"]["UpdatePageEdit"] | components["schemas"]["InsertPageEdit"] | components["schemas"]["DeletePageEdit"] | components["schemas"]["RevertPageEdit"] | components["schemas"]["InsertFilesEdit"];
        UpdatePageEdit: {
            /** @constant */
            operation: "update_page";
            page: string;
            document?: components["schemas"]["ContentInput"];
            /** @description Page to become a child of, or null for the top. */
            into?: string | null;
            /** @description Index among the children. */
            at?: number;
            title?: string;
            slug?: string;
            emoji?: string;
            icon?: string;
            description?: string;
            hidden?: boolean;
            noIndex?: boolean;
            noRobotsIndex?: boolean;
            condition?: string;
        };
        InsertPageEdit: {
            /** @constant */
            operation: "insert_page";
            /** @description Name of its own choice that comes back with the new page. */
            ref?: string;
            document: components["schemas"]["ContentInput"];
            /** @description Page to become a child of, or null for the top. */
            into?: string | null;
            /** @description Index among the children. */
            at?: number;
            title?: string;
            slug?: string;
            emoji?: string;
            icon?: string;
            description?: string;
            hidden?: boolean;
            noIndex?: boolean;
            noRobotsIndex?: boolean;
            condition?: string;
        };
        DeletePageEdit: {
            /** @constant */
            operation: "delete_page";
            page: string;
        };
        RevertPageEdit: {
            /** @constant */
            operation: "revert_page";
            page: string;
            revision?: string;
            /** @description Keys of the blocks to bring back. */
            block?: string[];
        };
        InsertFilesEdit: {
            /** @constant */
            operation: "insert_files";
            files: components["schemas"]["FileInput"][];
        };
        FileInput: {
            name: string;
            ref?: string;
            contentType?: string;
            /** Format: uri */
            url?: string;
            /** @description The bytes themselves, at most 1 MB. */
            base64?: string;
        };
        ContentEditResult: {
            changeRequest: components["schemas"]["ChangeRequest"];
            changes: ({
                /** @constant */
                object: "created_page";
                ref?: string;
                page: components["schemas"]["EditedPage"];
            } | {
                /** @constant */
                object: "updated_page";
                page: components["schemas"]["EditedPage"];
            } | {
                /** @constant */
                object: "deleted_page";
                page: string;
            })[];
            insertedFiles?: components["schemas"]["File"][];
        };
        EditedPage: {
            /** @constant */
            object?: "page";
            id: string;
            urls?: {
                location?: string;
            };
        };
        Comment: {
            /** @constant */
            object: "comment";
            id: string;
            postedBy: components["schemas"]["User"];
            /** Format: date-time */
            postedAt: string;
            /** Format: date-time */
            editedAt?: string;
            reactions: components["schemas"]["Reaction"][];
            /** @description How many there are. */
            replies: number;
            body: components["schemas"]["CommentContent"];
            target: components["schemas"]["CommentTarget"];
            urls?: {
                location?: string;
            };
            permissions?: {
                view?: boolean;
                edit?: boolean;
                reply?: boolean;
                delete?: boolean;
            };
            status: string;
            /** Format: date-time */
            resolvedAt?: string;
            resolvedBy?: components["schemas"]["User"];
        };
        CommentReply: {
            /** @constant */
            object: "comment-reply";
            id: string;
            postedBy: components["schemas"]["User"];
            /** Format: date-time */
            postedAt: string;
            /** Format: date-time */
            editedAt?: string;
            reactions: components["schemas"]["Reaction"][];
            body: components["schemas"]["CommentContent"];
            urls?: {
                location?: string;
            };
            permissions?: {
                view?: boolean;
                edit?: boolean;
                reply?: boolean;
                delete?: boolean;
            };
        };
        /** @description What was said, in the format that was asked for. */
        CommentContent: {
            markdown?: string;
            document?: components["schemas"]["Document"];
        };
        /** @description What is being discussed. Without node and page it is the whole space or change request. */
        CommentTarget: {
            node?: {
                /** @description Key of a block in the document of the page. */
                id: string;
                preview?: string;
            };
            tableCell?: components["schemas"]["TableCell"];
            page?: {
                id: string;
                title?: string;
                emoji?: string;
                icon?: string;
                /** Format: date-time */
                createdAt?: string;
                /** Format: date-time */
                updatedAt?: string;
                path?: string;
                outdated?: boolean;
            };
            changeRequest?: string;
            /** @description Set for a comment that came with a review. */
            review?: string;
            space?: string;
            /** @description The revision to look the node up in. */
            revision?: string;
        };
        TableCell: {
            /** @description Row. */
            record: string;
            /** @description Column. */
            definition: string;
        };
        Reaction: {
            emoji: string;
            count: number;
            users: {
                user: components["schemas"]["User"];
                /** Format: date-time */
                reactedAt?: string;
            }[];
        };
        Site: {
            /** @constant */
            object: "site";
            id: string;
            title: string;
            type: string;
            icon?: {
                icon?: components["schemas"]["ThemedUrl"];
                emoji?: string;
            } | null;
            hostname?: string;
            basename?: string;
            proxy?: {
                origin?: string;
                target?: string;
            };
            /** @enum {string} */
            visibility: "public" | "unlisted" | "share-link" | "visitor-auth";
            published: boolean;
            siteSpaces?: number;
            /** Format: date-time */
            createdAt: string;
            adaptiveContent?: components["schemas"]["AdaptiveContent"];
            ads?: {
                status?: string;
                submittable?: boolean;
                topic?: string;
                reason?: string;
                zoneId?: string;
            };
            agentsContext?: string;
            features?: {
                id: string;
                plan?: string;
                frozen?: boolean;
                customizations?: string[];
            }[];
            urls?: {
                location?: string;
                app?: string;
                published?: string;
                preview?: string;
            };
            permissions?: {
                view?: boolean;
                admin?: boolean;
            };
        };
        /** @description Publishing needs a payment first. */
        Checkout: {
            /** @constant */
            type: "checkout";
            sessionId: string;
        };
        AdaptiveContent: {
            enabled: boolean;
        };
        ThemedUrl: {
            light?: string;
            dark?: string;
        };
        SiteSection: {
            /** @constant */
            object: "site-section";
            id: string;
            title: string;
            description?: string;
            default?: boolean;
            path: string;
            /** @description Expression that decides whether a visitor sees the section. */
            condition?: string;
            sectionGroup?: string;
            /** @description Whether readers do not see it yet. */
            draft?: boolean;
            siteSpaces: components["schemas"]["SiteSpace"][];
            urls?: {
                published?: string;
            };
            /** @description Name of an icon. */
            icon?: string;
        };
        SiteSpace: {
            /** @constant */
            object: "site-space";
            id: string;
            path: string;
            section?: string;
            space: components["schemas"]["Space"];
            title: string;
            default?: boolean;
            condition?: string;
            draft?: boolean;
            /** @description Whether the navigation leaves it out. */
            hidden?: boolean;
            hasAdvancedCustomizationFeature?: boolean;
            urls?: {
                published?: string;
            };
        };
        SiteSectionGroup: {
            /** @constant */
            object: "site-section-group";
            id: string;
            title: string;
            icon?: string;
            sections: components["schemas"]["SiteSection"][];
            children?: (components["schemas"]["SiteSection"] | components["schemas"]["SiteSectionGroup"] | components["schemas"]["SiteExternalLink"])[];
            sectionGroup?: string;
            draft?: boolean;
        };
        /** @description A link in the navigation of a site. Only newer servers have them. */
        SiteExternalLink: {
            /** @constant */
            object: "site-external-link";
            id: string;
            title: string;
            description?: string;
            url: string;
            icon?: string;
            sectionGroup?: string;
            condition?: string;
            draft?: boolean;
        };
        /** @description What the navigation of a site consists of. */
        SiteStructure: {
            type: string;
            structure: components["schemas"]["SiteStructureItem"][];
        };
        /** @description A part of the navigation of a site. */
        SiteStructureItem: components["schemas"]["SiteSection"] | components["schemas"]["SiteSectionGroup"] | components["schemas"]["SiteSpace"] | components["schemas"]["SiteExternalLink"];
        StructurePointer: {
            /** @enum {string} */
            type: "site-space" | "site-section" | "site-section-group" | "site-external-link";
            id: string;
        };
        SiteSectionPointer: {
            /** @constant */
            type: "site-section";
            siteSection: string;
        };
        SiteSectionGroupPointer: {
            /** @enum {string} */
            type: "site-section" | "site-section-group";
            id: string;
        };
        ShareLink: {
            /** @constant */
            object: "share-link";
            id: string;
            /** Format: date-time */
            createdAt?: string;
            name: string;
            /** @description A link that is not active is revoked. */
            active: boolean;
            urls?: {
                published?: string;
            };
        };
        SiteAdaptiveSchema: {
            /** @constant */
            object: "site-adaptive-schema";
            /** Format: date-time */
            updatedAt?: string;
            jsonSchema: components["schemas"]["VisitorJsonSchema"];
        };
        /** @description JSON Schema (draft 7) of what is known about a visitor: boolean properties, each with a description, and an object named unsigned for claims that nobody signed. */
        VisitorJsonSchema: {
            $schema?: string;
            $id?: string;
            /** @constant */
            type: "object";
            properties: {
                [key: string]: unknown;
            };
            /** @constant */
            additionalProperties?: false;
        } & {
            [key: string]: unknown;
        };
        TemplateConditions: {
            items: {
                description: string;
                condition: string;
            }[];
        };
        PublishedSite: {
            /** @constant */
            object: "published-content-site";
            site: components["schemas"]["Site"];
            structure: components["schemas"]["SiteStructure"];
            customizations?: {
                site?: components["schemas"]["CustomizationSet"];
                /** @description By ID of the site space. */
                siteSpaces?: {
                    [key: string]: components["schemas"]["CustomizationSet"];
                };
            };
            scripts?: {
                /** Format: uri */
                script: string;
                contentSecurityPolicy?: string;
                cookies?: boolean;
            }[];
        };
        CustomizationSet: {
            title?: string;
            styling?: {
                theme?: string;
                primaryColor?: components["schemas"]["ThemedColor"];
                tint?: {
                    color?: components["schemas"]["ThemedColor"];
                };
                infoColor?: components["schemas"]["ThemedColor"];
                successColor?: components["schemas"]["ThemedColor"];
                warningColor?: components["schemas"]["ThemedColor"];
                dangerColor?: components["schemas"]["ThemedColor"];
                corners?: string;
                depth?: string;
                links?: string;
                font?: unknown;
                icons?: string;
                sidebar?: {
                    background?: string;
                    list?: string;
                };
                search?: string;
            };
            internationalization?: {
                locale?: string;
            };
            favicon?: {
                icon?: components["schemas"]["ThemedUrl"];
                emoji?: string;
            };
            header?: {
                logo?: components["schemas"]["ThemedUrl"];
                links?: components["schemas"]["HeaderLink"][];
            };
            footer?: {
                logo?: components["schemas"]["ThemedUrl"];
                groups?: {
                    title?: string;
                    links?: components["schemas"]["TitledLink"][];
                }[];
                copyright?: string;
            };
            announcement?: {
                enabled?: boolean;
                message?: string;
                link?: components["schemas"]["TitledLink"];
                style?: string;
            };
            themes?: {
                default?: string;
                toggeable?: boolean;
            };
            pdf?: components["schemas"]["Switch"];
            feedback?: components["schemas"]["Switch"];
            aiSearch?: components["schemas"]["Switch"];
            advancedCustomization?: components["schemas"]["Switch"];
            pagination?: components["schemas"]["Switch"];
            trademark?: components["schemas"]["Switch"];
            ai?: {
                mode?: string;
                pageLinkSummaries?: components["schemas"]["Switch"];
            };
            git?: {
                showEditLink?: boolean;
            };
            externalLinks?: {
                target?: string;
            };
            privacyPolicy?: {
                url?: string;
            };
            socialPreview?: {
                url?: string;
            };
            insights?: {
                trackingCookie?: boolean;
            };
        };
        Switch: {
            enabled?: boolean;
        };
        ThemedColor: {
            light?: string;
            dark?: string;
        };
        TitledLink: {
            title?: string;
            to?: components["schemas"]["LinkTarget"];
        };
        HeaderLink: {
            title?: string;
            style?: string;
            to?: components["schemas"]["LinkTarget"] | null;
            links?: components["schemas"]["TitledLink"][];
            condition?: string;
        };
        OpenApiSpec: {
            /** @constant */
            object: "openapi-spec";
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            slug: string;
            sourceURL?: string;
            processingState: string;
            lastVersion?: string;
            /** Format: date-time */
            lastProcessedAt?: string;
            lastProcessErrorCode?: string;
            visibility?: string;
            permissions?: {
                view?: boolean;
                edit?: boolean;
            };
            urls?: {
                location?: string;
                app?: string;
                published?: string;
            };
        };
        /** @description Where a specification comes from. Its text itself is taken by some servers only. */
        OpenApiSource: {
            /** Format: uri */
            url: string;
        } | {
            text: string;
        };
        OpenApiSpecVersion: {
            /** @constant */
            object: "openapi-spec-version";
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Where the specification can be read. */
            url?: string;
            urls?: {
                location?: string;
            };
        };
        OpenApiSpecContent: {
            /** @description The parsed specification and the files it refers to. */
            filesystem: {
                [key: string]: unknown;
            };
            url?: string;
            urls?: {
                source?: string;
                public?: string | null;
            };
        };
        /** @description Newer servers send an object named translation, with source, language and status and without a title. */
        TranslationSettings: {
            /** @enum {string} */
            object: "translation-settings" | "translation";
            id: string;
            title?: string;
            /** @description Language codes. */
            languages?: string[];
            /** Format: date-time */
            createdAt?: string;
            /** Format: date-time */
            updatedAt?: string;
            permissions?: {
                view?: boolean;
                edit?: boolean;
            };
            urls?: {
                location?: string;
            };
            status?: string;
            source?: {
                space?: string;
                language?: string;
            };
            language?: string;
            instructions?: string;
        };
        Integration: {
            /** @constant */
            object: "integration";
            name: string;
            version: number;
            title: string;
            description?: string;
            /** @description Markdown. */
            summary?: string;
            previewImages?: string[];
            /** @description Where it can be installed; anywhere when absent. */
            target?: string;
            verified?: boolean;
            visibility?: string;
            scopes?: string[];
            categories?: string[];
            blocks?: components["schemas"]["IntegrationBlock"][];
            contentSources?: components["schemas"]["IntegrationContentSource"][];
            configurations?: components["schemas"]["IntegrationConfigurations"];
            externalLinks?: components["schemas"]["IntegrationLink"][];
            owner?: components["schemas"]["Organization"];
            urls?: {
                location?: string;
                icon?: string;
                app?: string;
                assets?: string;
                publicEndpoint?: string;
            };
            permissions?: {
                admin?: boolean;
                install?: boolean;
            };
            contentSecurityPolicy?: string;
        };
        /** @enum {string} */
        IntegrationScope: "space:content:read" | "space:content:write" | "space:metadata:read" | "space:metadata:write" | "space:views:read" | "space:script:inject" | "space:script:cookies" | "space:git:sync" | "space:visitor:auth" | "page:feedback:read" | "site:metadata:read" | "site:views:read" | "site:script:inject" | "site:script:cookies" | "site:visitor:auth" | "site:visitor:claims" | "site:adaptive:read" | "site:adaptive:write" | "site:ai:ask" | "openapi:read" | "openapi:write" | "conversations:ingest";
        IntegrationBlock: {
            id: string;
            title?: string;
            description?: string;
            icon?: string;
            urlUnfurl?: string[];
            markdown?: {
                codeblock?: string;
                body?: string;
            };
        };
        IntegrationContentSource: {
            id: string;
            title?: string;
            description?: string;
            icon?: string;
            configuration?: {
                componentId?: string;
            };
        };
        IntegrationConfigurations: {
            account?: components["schemas"]["IntegrationConfiguration"];
            space?: components["schemas"]["IntegrationConfiguration"];
            site?: components["schemas"]["IntegrationConfiguration"];
        };
        IntegrationConfiguration: {
            properties?: {
                [key: string]: {
                    title?: string;
                    description?: string;
                    type?: string;
                    default?: unknown;
                    completion_url?: string;
                    enum?: string[];
                };
            };
            required?: string[];
        };
        IntegrationLink: {
            /** Format: uri */
            url: string;
            label: string;
        };
        /** @description Shape taken from the public service. */
        IntegrationEvent: {
            id: string;
            integrationId?: string;
            installationId?: string;
            /** Format: date-time */
            createdAt?: string;
            payload?: {
                [key: string]: unknown;
            };
            status?: string;
        };
        /** @description Shape taken from the public service; the documentation names the operation only. */
        IntegrationInstallation: {
            object?: string;
            id: string;
            integration?: string;
            status?: string;
            space_selection?: string;
            site_selection?: string;
            spaces?: number;
            configuration?: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt?: string;
            /** Format: date-time */
            updatedAt?: string;
            urls?: {
                [key: string]: string;
            };
            externalIds?: string[];
            target?: {
                organization?: string;
            };
        };
    };
    responses: {
        /** @description What went wrong. */
        Failure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It is gone. */
        Deleted: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Done; after a delete, there was nothing to delete. */
        Empty: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Administrators were asked to do it. */
        Requested: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Not paged. */
        OrganizationsOfEmailDomain: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    organizations?: components["schemas"]["Organization"][];
                };
            };
        };
        /** @description Not paged. */
        SsoLogins: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    items: components["schemas"]["SsoLogin"][];
                };
            };
        };
        /** @description Not paged. */
        RequestedReviewersOfUsers: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    users?: components["schemas"]["RequestedReviewer"][];
                };
            };
        };
        /** @description One page of a list, with numbers about the whole. */
        Links: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["LinkItem"][];
                    stats?: components["schemas"]["LinkStats"];
                };
            };
        };
        /** @description With compat=false the longer form. */
        ContentEdited: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ChangeRequest"] | components["schemas"]["ContentEditResult"];
            };
        };
        /** @description The site, or a checkout that has to be paid first. */
        SitePublished: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Site"] | components["schemas"]["Checkout"];
            };
        };
        /** @description A user. */
        User: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["User"];
            };
        };
        /** @description Service information. */
        ServiceInformation: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceInformation"];
            };
        };
        /** @description An organization. */
        Organization: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Organization"];
            };
        };
        /** @description A subdomain. */
        Subdomain: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Subdomain"];
            };
        };
        /** @description A member. */
        Member: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Member"];
            };
        };
        /** @description A ping result. */
        PingResult: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PingResult"];
            };
        };
        /** @description A team. */
        Team: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Team"];
            };
        };
        /** @description A SAML Provider. */
        SamlProvider: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SamlProvider"];
            };
        };
        /** @description A new SAML provider. */
        NewSamlProvider: {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SamlProvider"];
            };
        };
        /** @description A collection. */
        Collection: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Collection"];
            };
        };
        /** @description A new collection. */
        NewCollection: {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Collection"];
            };
        };
        /** @description A space. */
        Space: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Space"];
            };
        };
        /** @description A new space. */
        NewSpace: {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Space"];
            };
        };
        /** @description A content at url. */
        ContentAtUrl: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ContentAtUrl"];
            };
        };
        /** @description A change request. */
        ChangeRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ChangeRequest"];
            };
        };
        /** @description A new change request. */
        NewChangeRequest: {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ChangeRequest"];
            };
        };
        /** @description A merge result. */
        MergeResult: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MergeResult"];
            };
        };
        /** @description A update result. */
        UpdateResult: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UpdateResult"];
            };
        };
        /** @description A pdf. */
        Pdf: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Pdf"];
            };
        };
        /** @description A review. */
        Review: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Review"];
            };
        };
        /** @description A new review. */
        NewReview: {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Review"];
            };
        };
        /** @description Changes. */
        Changes: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Changes"];
            };
        };
        /** @description A revision. */
        Revision: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Revision"];
            };
        };
        /** @description A page. */
        Page: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Page"];
            };
        };
        /** @description A page list. */
        PageList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PageList"];
            };
        };
        /** @description A file. */
        File: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["File"];
            };
        };
        /** @description Reusable content. */
        ReusableContent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ReusableContent"];
            };
        };
        /** @description An import run. */
        ImportRun: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ImportRun"];
            };
        };
        /** @description An import run that was begun. */
        NewImportRun: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ImportRun"];
            };
        };
        /** @description An import result. */
        ImportResult: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ImportResult"];
            };
        };
        /** @description A document. */
        Document: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Document"];
            };
        };
        /** @description A comment. */
        Comment: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Comment"];
            };
        };
        /** @description A comment reply. */
        CommentReply: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CommentReply"];
            };
        };
        /** @description A site. */
        Site: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Site"];
            };
        };
        /** @description A new site. */
        NewSite: {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Site"];
            };
        };
        /** @description A site section. */
        SiteSection: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SiteSection"];
            };
        };
        /** @description A new site section. */
        NewSiteSection: {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SiteSection"];
            };
        };
        /** @description A site section group. */
        SiteSectionGroup: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SiteSectionGroup"];
            };
        };
        /** @description A new site section group. */
        NewSiteSectionGroup: {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SiteSectionGroup"];
            };
        };
        /** @description A site structure. */
        SiteStructure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SiteStructure"];
            };
        };
        /** @description A part of a site structure. */
        SiteStructureItem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SiteStructureItem"];
            };
        };
        /** @description A share link. */
        ShareLink: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShareLink"];
            };
        };
        /** @description A new share link. */
        NewShareLink: {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShareLink"];
            };
        };
        /** @description A site adaptive schema. */
        SiteAdaptiveSchema: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SiteAdaptiveSchema"];
            };
        };
        /** @description Template conditions. */
        TemplateConditions: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TemplateConditions"];
            };
        };
        /** @description A published site. */
        PublishedSite: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PublishedSite"];
            };
        };
        /** @description An open aPI Spec. */
        OpenApiSpec: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OpenApiSpec"];
            };
        };
        /** @description An open aPI Spec version. */
        OpenApiSpecVersion: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OpenApiSpecVersion"];
            };
        };
        /** @description An open aPI Spec content. */
        OpenApiSpecContent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OpenApiSpecContent"];
            };
        };
        /** @description Translation settings. */
        TranslationSettings: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TranslationSettings"];
            };
        };
        /** @description An integration. */
        Integration: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Integration"];
            };
        };
        /** @description One page of a list. */
        Organizations: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["Organization"][];
                };
            };
        };
        /** @description One page of a list. */
        SearchSpaceResults: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["SearchSpaceResult"][];
                };
            };
        };
        /** @description One page of a list. */
        Members: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["Member"][];
                };
            };
        };
        /** @description One page of a list. */
        MemberSpaces: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["MemberSpace"][];
                };
            };
        };
        /** @description One page of a list. */
        UserPermissions: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["UserPermission"][];
                };
            };
        };
        /** @description One page of a list. */
        MemberTeams: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["MemberTeam"][];
                };
            };
        };
        /** @description One page of a list. */
        Teams: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["Team"][];
                };
            };
        };
        /** @description One page of a list. */
        TeamMembers: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["TeamMember"][];
                };
            };
        };
        /** @description One page of a list. */
        SamlProviders: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["SamlProvider"][];
                };
            };
        };
        /** @description One page of a list. */
        Collections: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["Collection"][];
                };
            };
        };
        /** @description One page of a list. */
        Spaces: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["Space"][];
                };
            };
        };
        /** @description One page of a list. */
        SearchPageResults: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["SearchPageResult"][];
                };
            };
        };
        /** @description One page of a list. */
        ChangeRequests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["ChangeRequest"][];
                };
            };
        };
        /** @description One page of a list. */
        RequestedReviewers: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["RequestedReviewer"][];
                };
            };
        };
        /** @description One page of a list. */
        Reviews: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["Review"][];
                };
            };
        };
        /** @description One page of a list. */
        Contributors: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["Contributor"][];
                };
            };
        };
        /** @description One page of a list. */
        Files: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["File"][];
                };
            };
        };
        /** @description One page of a list. */
        ContentReferences: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["ContentReference"][];
                };
            };
        };
        /** @description One page of a list. */
        Comments: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["Comment"][];
                };
            };
        };
        /** @description One page of a list. */
        CommentReplies: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["CommentReply"][];
                };
            };
        };
        /** @description One page of a list. */
        Sites: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["Site"][];
                };
            };
        };
        /** @description One page of a list. */
        SiteSpaces: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["SiteSpace"][];
                };
            };
        };
        /** @description One page of a list. */
        SiteSections: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["SiteSection"][];
                };
            };
        };
        /** @description One page of a list. */
        SiteSectionGroups: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["SiteSectionGroup"][];
                };
            };
        };
        /** @description One page of a list. */
        ShareLinks: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["ShareLink"][];
                };
            };
        };
        /** @description One page of a list. */
        OpenApiSpecs: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["OpenApiSpec"][];
                };
            };
        };
        /** @description One page of a list. */
        OpenApiSpecVersions: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["OpenApiSpecVersion"][];
                };
            };
        };
        /** @description One page of a list. */
        TranslationSettingsList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["TranslationSettings"][];
                };
            };
        };
        /** @description One page of a list. */
        Integrations: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["Integration"][];
                };
            };
        };
        /** @description One page of a list. */
        IntegrationInstallations: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["IntegrationInstallation"][];
                };
            };
        };
        /** @description One page of a list. */
        IntegrationEvents: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    next?: components["schemas"]["Next"];
                    count?: components["schemas"]["Count"];
                    items: components["schemas"]["IntegrationEvent"][];
                };
            };
        };
    };
    parameters: {
        organizationId: string;
        inviteId: string;
        emailDomain: string;
        subdomain: string;
        userId: string;
        teamId: string;
        samlProviderId: string;
        collectionId: string;
        spaceId: string;
        /** @description ID of the change request, or its number in the space. */
        changeRequestId: string;
        reviewId: string;
        revisionId: string;
        pageId: string;
        /** @description Path of the page, encoded as one segment. */
        pagePath: string;
        fileId: string;
        importRunId: string;
        reusableContentId: string;
        documentId: string;
        commentId: string;
        commentReplyId: string;
        siteId: string;
        siteSectionId: string;
        siteSectionGroupId: string;
        shareLinkId: string;
        /** @description Slug or ID of the spec. */
        specSlug: string;
        versionId: string;
        translationSettingsId: string;
        integrationName: string;
        /** @description Token of the page of the list that the last reply named as next. */
        page: string;
        limit: number;
        order: "asc" | "desc";
        /** @description Part of the title, in any case. */
        titleFilter: string;
        query: string;
        /** @description Secret of a share link. */
        shareKey: string;
        /** @description Format of content. */
        format: "document" | "markdown";
        /** @description Expressions are replaced by their values. References stay. */
        evaluated: boolean | "deterministic-only";
        /** @description What the page includes stands in place of the references to it. */
        dereferenced: boolean | "reusable-contents";
        /** @description False leaves out what Git sync knows. */
        metadata: boolean;
        /** @description False leaves computed content as it is. */
        computed: boolean;
        /** @description The reply tells how many more there are. */
        changesLimit: number;
    };
    requestBodies: never;
    headers: {
        /** @description Where it is. */
        Location: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getServiceInformation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServiceInformation"];
            default: components["responses"]["Failure"];
        };
    };
    getCurrentUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["User"];
            default: components["responses"]["Failure"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["User"];
            default: components["responses"]["Failure"];
        };
    };
    getContentAtUrl: {
        parameters: {
            query: {
                url: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ContentAtUrl"];
            default: components["responses"]["Failure"];
        };
    };
    getSubdomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subdomain: components["parameters"]["subdomain"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Subdomain"];
            default: components["responses"]["Failure"];
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Organizations"];
            default: components["responses"]["Failure"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Organization"];
            default: components["responses"]["Failure"];
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    emailDomains?: string[];
                    hostname?: string;
                    defaultRole?: components["schemas"]["RoleOrGuest"];
                    defaultContent?: components["schemas"]["DefaultContent"] | null;
                    /** Format: uri */
                    logo?: string | null;
                    sso?: boolean;
                    ai?: boolean;
                    inviteLinks?: boolean;
                    mergeRules?: components["schemas"]["MergeRulesInput"];
                };
            };
        };
        responses: {
            200: components["responses"]["Organization"];
            default: components["responses"]["Failure"];
        };
    };
    deleteOrganizationInviteLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                inviteId: components["parameters"]["inviteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            205: components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    searchOrganization: {
        parameters: {
            query: {
                query: components["parameters"]["query"];
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SearchSpaceResults"];
            default: components["responses"]["Failure"];
        };
    };
    listOrganizationsForEmailDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                emailDomain: components["parameters"]["emailDomain"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OrganizationsOfEmailDomain"];
            default: components["responses"]["Failure"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                order?: components["parameters"]["order"];
                role?: "admin" | "create" | "review" | "edit" | "comment" | "read" | "guest";
                /** @description Text in the display name or email. */
                search?: string;
                /** @description Sorting by lastSeenAt lists active members only. */
                sort?: "joinedAt" | "lastSeenAt";
            };
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Members"];
            default: components["responses"]["Failure"];
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Member"];
            default: components["responses"]["Failure"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: components["responses"]["Requested"];
            204: components["responses"]["Empty"];
            205: components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    role?: components["schemas"]["RoleOrGuest"];
                };
            };
        };
        responses: {
            200: components["responses"]["Member"];
            default: components["responses"]["Failure"];
        };
    };
    pingOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PingResult"];
            default: components["responses"]["Failure"];
        };
    };
    setMemberSso: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Member"];
            default: components["responses"]["Failure"];
        };
    };
    listMemberSpaces: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                order?: components["parameters"]["order"];
            };
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["MemberSpaces"];
            default: components["responses"]["Failure"];
        };
    };
    listMemberTeams: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                /** @description Part of the title, in any case. */
                title?: components["parameters"]["titleFilter"];
            };
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["MemberTeams"];
            default: components["responses"]["Failure"];
        };
    };
    listTeams: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                /** @description ID of a member; only teams that they can manage. */
                owner?: string;
                /** @description Part of the title, in any case. */
                title?: components["parameters"]["titleFilter"];
            };
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Teams"];
            default: components["responses"]["Failure"];
        };
    };
    createTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    /** @description IDs of members. */
                    members?: string[];
                };
            };
        };
        responses: {
            201: components["responses"]["Team"];
            default: components["responses"]["Failure"];
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                teamId: components["parameters"]["teamId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Team"];
            default: components["responses"]["Failure"];
        };
    };
    deleteTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                teamId: components["parameters"]["teamId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            205: components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    updateTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                teamId: components["parameters"]["teamId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                };
            };
        };
        responses: {
            200: components["responses"]["Team"];
            default: components["responses"]["Failure"];
        };
    };
    listTeamMembers: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                teamId: components["parameters"]["teamId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TeamMembers"];
            default: components["responses"]["Failure"];
        };
    };
    updateTeamMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                teamId: components["parameters"]["teamId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description User IDs or emails. */
                    add?: string[];
                    /** @description User IDs or emails. */
                    remove?: string[];
                    /** @description New roles by user ID. */
                    memberships?: {
                        [key: string]: {
                            role: components["schemas"]["TeamRole"];
                        };
                    };
                };
            };
        };
        responses: {
            204: components["responses"]["Empty"];
            default: components["responses"]["Failure"];
        };
    };
    setTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                teamId: components["parameters"]["teamId"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    role?: components["schemas"]["TeamRole"];
                };
            };
        };
        responses: {
            204: components["responses"]["Empty"];
            default: components["responses"]["Failure"];
        };
    };
    removeTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                teamId: components["parameters"]["teamId"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            205: components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    listSamlProviders: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SamlProviders"];
            default: components["responses"]["Failure"];
        };
    };
    createSamlProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label: string;
                    entityID?: string;
                    certificate?: string;
                    /** Format: uri */
                    ssoURL?: string;
                    /** @description ID of a team. */
                    defaultTeam?: string;
                    defaultRole?: components["schemas"]["RoleOrGuest"];
                };
            };
        };
        responses: {
            201: components["responses"]["NewSamlProvider"];
            default: components["responses"]["Failure"];
        };
    };
    getSamlProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                samlProviderId: components["parameters"]["samlProviderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SamlProvider"];
            default: components["responses"]["Failure"];
        };
    };
    deleteSamlProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                samlProviderId: components["parameters"]["samlProviderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            205: components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    updateSamlProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                samlProviderId: components["parameters"]["samlProviderId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label?: string;
                    entityID?: string;
                    certificate?: string;
                    /** Format: uri */
                    ssoURL?: string;
                    /** @description ID of a team. */
                    defaultTeam?: string;
                    defaultRole?: components["schemas"]["RoleOrGuest"];
                };
            };
        };
        responses: {
            200: components["responses"]["SamlProvider"];
            default: components["responses"]["Failure"];
        };
    };
    listSsoLogins: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SsoLogins"];
            default: components["responses"]["Failure"];
        };
    };
    listOrganizationCollections: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                /** @description Also those inside other collections. */
                nested?: boolean;
            };
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Collections"];
            default: components["responses"]["Failure"];
        };
    };
    createCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    parent?: string;
                };
            };
        };
        responses: {
            201: components["responses"]["NewCollection"];
            default: components["responses"]["Failure"];
        };
    };
    getCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: components["parameters"]["collectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Collection"];
            default: components["responses"]["Failure"];
        };
    };
    deleteCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: components["parameters"]["collectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            205: components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    updateCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: components["parameters"]["collectionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    description?: string;
                    defaultLevel?: components["schemas"]["DefaultLevel"];
                };
            };
        };
        responses: {
            200: components["responses"]["Collection"];
            default: components["responses"]["Failure"];
        };
    };
    listCollectionSpaces: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path: {
                collectionId: components["parameters"]["collectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Spaces"];
            default: components["responses"]["Failure"];
        };
    };
    moveCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: components["parameters"]["collectionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description ID of a collection, or null for the top. */
                    parent?: string | null;
                    position?: components["schemas"]["ContentPosition"];
                };
            };
        };
        responses: {
            200: components["responses"]["Collection"];
            default: components["responses"]["Failure"];
        };
    };
    transferCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: components["parameters"]["collectionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    organization: string;
                };
            };
        };
        responses: {
            200: components["responses"]["Collection"];
            default: components["responses"]["Failure"];
        };
    };
    listOrganizationSpaces: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Spaces"];
            default: components["responses"]["Failure"];
        };
    };
    createSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    emoji?: string;
                    /** @description ID of a collection. */
                    parent?: string;
                    /** @enum {string} */
                    editMode?: "live" | "locked";
                };
            };
        };
        responses: {
            201: components["responses"]["NewSpace"];
            default: components["responses"]["Failure"];
        };
    };
    getSpace: {
        parameters: {
            query?: {
                /** @description Secret of a share link. */
                shareKey?: components["parameters"]["shareKey"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Space"];
            default: components["responses"]["Failure"];
        };
    };
    deleteSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            205: components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    updateSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    editMode?: "live" | "locked";
                    title?: string;
                    defaultLevel?: components["schemas"]["DefaultLevel"];
                    emoji?: string | null;
                    /** Format: uri */
                    icon?: string | null;
                    mergeRules?: components["schemas"]["SpaceMergeRulesInput"];
                };
            };
        };
        responses: {
            200: components["responses"]["Space"];
            default: components["responses"]["Failure"];
        };
    };
    duplicateSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: components["responses"]["NewSpace"];
            default: components["responses"]["Failure"];
        };
    };
    restoreSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Space"];
            default: components["responses"]["Failure"];
        };
    };
    moveSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description ID of a collection, or null for the top. */
                    parent?: string | null;
                    position?: components["schemas"]["ContentPosition"];
                };
            };
        };
        responses: {
            200: components["responses"]["Space"];
            default: components["responses"]["Failure"];
        };
    };
    transferSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    organization: string;
                };
            };
        };
        responses: {
            200: components["responses"]["Space"];
            default: components["responses"]["Failure"];
        };
    };
    listSpaceLinks: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                status?: "ok" | "broken" | "in-app";
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Links"];
            default: components["responses"]["Failure"];
        };
    };
    searchSpace: {
        parameters: {
            query: {
                query: components["parameters"]["query"];
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SearchPageResults"];
            default: components["responses"]["Failure"];
        };
    };
    listSpacePermissions: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                role?: components["schemas"]["Role"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UserPermissions"];
            default: components["responses"]["Failure"];
        };
    };
    listOrganizationChangeRequests: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                /** @description Only open ones when absent. */
                status?: ("draft" | "open" | "archived" | "merged")[];
                /** @description ID of a user. */
                creator?: string;
                /** @description ID of a user. */
                contributor?: string;
                /** @description ID of a user. */
                requestedReviewer?: string;
                space?: string;
                orderBy?: "updatedAt" | "createdAt";
            };
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ChangeRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listChangeRequests: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                status?: "draft" | "open" | "archived" | "merged";
                /** @description ID of a user. */
                contributor?: string;
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ChangeRequests"];
            default: components["responses"]["Failure"];
        };
    };
    createChangeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    subject?: string;
                    /** @description The agent task to implement. */
                    agentTaskId?: string;
                };
            };
        };
        responses: {
            201: components["responses"]["NewChangeRequest"];
            default: components["responses"]["Failure"];
        };
    };
    getChangeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ChangeRequest"];
            default: components["responses"]["Failure"];
        };
    };
    updateChangeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    subject?: string;
                    description?: components["schemas"]["Document"];
                    /** @description All of its links. Those that are not sent are removed. */
                    links?: components["schemas"]["ChangeRequestLinkInput"][];
                    /** @enum {string} */
                    status?: "draft" | "open" | "archived";
                };
            };
        };
        responses: {
            200: components["responses"]["ChangeRequest"];
            default: components["responses"]["Failure"];
        };
    };
    mergeChangeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["MergeResult"];
            default: components["responses"]["Failure"];
        };
    };
    syncChangeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UpdateResult"];
            default: components["responses"]["Failure"];
        };
    };
    getChangeRequestPdf: {
        parameters: {
            query?: {
                /** @description ID of a page to start from. */
                page?: string;
                /** @description Just that page. */
                only?: boolean;
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Pdf"];
            default: components["responses"]["Failure"];
        };
    };
    listRequestedReviewers: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RequestedReviewers"];
            default: components["responses"]["Failure"];
        };
    };
    requestReviewers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description IDs of users. */
                    users: string[];
                    /** @description New subject of the change request. */
                    subject?: string;
                    description?: components["schemas"]["Document"];
                };
            };
        };
        responses: {
            200: components["responses"]["RequestedReviewersOfUsers"];
            default: components["responses"]["Failure"];
        };
    };
    removeRequestedReviewer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            205: components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    listReviews: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                /** @description Format of content. */
                format?: components["parameters"]["format"];
                outdated?: boolean;
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Reviews"];
            default: components["responses"]["Failure"];
        };
    };
    createReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    status: "approved" | "changes-requested";
                    comment?: components["schemas"]["ContentInput"];
                };
            };
        };
        responses: {
            201: components["responses"]["NewReview"];
            default: components["responses"]["Failure"];
        };
    };
    getReview: {
        parameters: {
            query?: {
                /** @description Format of content. */
                format?: components["parameters"]["format"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                reviewId: components["parameters"]["reviewId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Review"];
            default: components["responses"]["Failure"];
        };
    };
    listContributors: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Contributors"];
            default: components["responses"]["Failure"];
        };
    };
    getChangeRequestChanges: {
        parameters: {
            query?: {
                /** @description The reply tells how many more there are. */
                limit?: components["parameters"]["changesLimit"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Changes"];
            default: components["responses"]["Failure"];
        };
    };
    getChangeRequestContent: {
        parameters: {
            query?: {
                /** @description False leaves out what Git sync knows. */
                metadata?: components["parameters"]["metadata"];
                /** @description False leaves computed content as it is. */
                computed?: components["parameters"]["computed"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Revision"];
            default: components["responses"]["Failure"];
        };
    };
    editChangeRequestContent: {
        parameters: {
            query?: {
                /** @description True answers just the change request. */
                compat?: boolean;
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    changes: components["schemas"]["ContentEdit"][];
                };
            };
        };
        responses: {
            200: components["responses"]["ContentEdited"];
            default: components["responses"]["Failure"];
        };
    };
    importChangeRequestContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uri */
                    url: string;
                    /** @enum {string} */
                    source: "website" | "docx" | "markdown" | "html" | "zip" | "confluence" | "github-wiki" | "notion" | "google-docs";
                };
            };
        };
        responses: {
            201: components["responses"]["ImportResult"];
            default: components["responses"]["Failure"];
        };
    };
    startImportRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    source: components["schemas"]["ImportSource"];
                    target: components["schemas"]["ImportTarget"];
                    /**
                     * @description Whether an AI rewrites what is imported.
                     * @default true
                     */
                    enhance?: boolean;
                };
            };
        };
        responses: {
            201: components["responses"]["NewImportRun"];
            default: components["responses"]["Failure"];
        };
    };
    getImportRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                importRunId: components["parameters"]["importRunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ImportRun"];
            default: components["responses"]["Failure"];
        };
    };
    cancelImportRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                importRunId: components["parameters"]["importRunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ImportRun"];
            default: components["responses"]["Failure"];
        };
    };
    listChangeRequestPages: {
        parameters: {
            query?: {
                /** @description False leaves out what Git sync knows. */
                metadata?: components["parameters"]["metadata"];
                /** @description False leaves computed content as it is. */
                computed?: components["parameters"]["computed"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PageList"];
            default: components["responses"]["Failure"];
        };
    };
    listChangeRequestFiles: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                /** @description False leaves out what Git sync knows. */
                metadata?: components["parameters"]["metadata"];
                /** @description False leaves computed content as it is. */
                computed?: components["parameters"]["computed"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Files"];
            default: components["responses"]["Failure"];
        };
    };
    getChangeRequestFile: {
        parameters: {
            query?: {
                /** @description False leaves out what Git sync knows. */
                metadata?: components["parameters"]["metadata"];
                /** @description False leaves computed content as it is. */
                computed?: components["parameters"]["computed"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                fileId: components["parameters"]["fileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["File"];
            default: components["responses"]["Failure"];
        };
    };
    getChangeRequestReusableContent: {
        parameters: {
            query?: {
                /** @description False leaves out what Git sync knows. */
                metadata?: components["parameters"]["metadata"];
                /** @description False leaves computed content as it is. */
                computed?: components["parameters"]["computed"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                reusableContentId: components["parameters"]["reusableContentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ReusableContent"];
            default: components["responses"]["Failure"];
        };
    };
    listChangeRequestFileBacklinks: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                fileId: components["parameters"]["fileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ContentReferences"];
            default: components["responses"]["Failure"];
        };
    };
    getChangeRequestPage: {
        parameters: {
            query?: {
                /** @description Format of content. */
                format?: components["parameters"]["format"];
                /** @description Expressions are replaced by their values. References stay. */
                evaluated?: components["parameters"]["evaluated"];
                /** @description What the page includes stands in place of the references to it. */
                dereferenced?: components["parameters"]["dereferenced"];
                /** @description False leaves out what Git sync knows. */
                metadata?: components["parameters"]["metadata"];
                /** @description False leaves computed content as it is. */
                computed?: components["parameters"]["computed"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                pageId: components["parameters"]["pageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Page"];
            default: components["responses"]["Failure"];
        };
    };
    listChangeRequestPageLinks: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                pageId: components["parameters"]["pageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Links"];
            default: components["responses"]["Failure"];
        };
    };
    getChangeRequestPageByPath: {
        parameters: {
            query?: {
                /** @description Format of content. */
                format?: components["parameters"]["format"];
                /** @description Expressions are replaced by their values. References stay. */
                evaluated?: components["parameters"]["evaluated"];
                /** @description What the page includes stands in place of the references to it. */
                dereferenced?: components["parameters"]["dereferenced"];
                /** @description False leaves out what Git sync knows. */
                metadata?: components["parameters"]["metadata"];
                /** @description False leaves computed content as it is. */
                computed?: components["parameters"]["computed"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                /** @description Path of the page, encoded as one segment. */
                pagePath: components["parameters"]["pagePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Page"];
            default: components["responses"]["Failure"];
        };
    };
    getContent: {
        parameters: {
            query?: {
                /** @description False leaves out what Git sync knows. */
                metadata?: components["parameters"]["metadata"];
                /** @description False leaves computed content as it is. */
                computed?: components["parameters"]["computed"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Revision"];
            default: components["responses"]["Failure"];
        };
    };
    listPages: {
        parameters: {
            query?: {
                /** @description False leaves out what Git sync knows. */
                metadata?: components["parameters"]["metadata"];
                /** @description False leaves computed content as it is. */
                computed?: components["parameters"]["computed"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PageList"];
            default: components["responses"]["Failure"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                /** @description False leaves out what Git sync knows. */
                metadata?: components["parameters"]["metadata"];
                /** @description False leaves computed content as it is. */
                computed?: components["parameters"]["computed"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Files"];
            default: components["responses"]["Failure"];
        };
    };
    getFile: {
        parameters: {
            query?: {
                /** @description False leaves out what Git sync knows. */
                metadata?: components["parameters"]["metadata"];
                /** @description False leaves computed content as it is. */
                computed?: components["parameters"]["computed"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                fileId: components["parameters"]["fileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["File"];
            default: components["responses"]["Failure"];
        };
    };
    getReusableContent: {
        parameters: {
            query?: {
                /** @description False leaves out what Git sync knows. */
                metadata?: components["parameters"]["metadata"];
                /** @description False leaves computed content as it is. */
                computed?: components["parameters"]["computed"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                reusableContentId: components["parameters"]["reusableContentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ReusableContent"];
            default: components["responses"]["Failure"];
        };
    };
    getPage: {
        parameters: {
            query?: {
                /** @description Format of content. */
                format?: components["parameters"]["format"];
                /** @description Expressions are replaced by their values. References stay. */
                evaluated?: components["parameters"]["evaluated"];
                /** @description What the page includes stands in place of the references to it. */
                dereferenced?: components["parameters"]["dereferenced"];
                /** @description False leaves out what Git sync knows. */
                metadata?: components["parameters"]["metadata"];
                /** @description False leaves computed content as it is. */
                computed?: components["parameters"]["computed"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                pageId: components["parameters"]["pageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Page"];
            default: components["responses"]["Failure"];
        };
    };
    getPageByPath: {
        parameters: {
            query?: {
                /** @description Format of content. */
                format?: components["parameters"]["format"];
                /** @description Expressions are replaced by their values. References stay. */
                evaluated?: components["parameters"]["evaluated"];
                /** @description What the page includes stands in place of the references to it. */
                dereferenced?: components["parameters"]["dereferenced"];
                /** @description False leaves out what Git sync knows. */
                metadata?: components["parameters"]["metadata"];
                /** @description False leaves computed content as it is. */
                computed?: components["parameters"]["computed"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description Path of the page, encoded as one segment. */
                pagePath: components["parameters"]["pagePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Page"];
            default: components["responses"]["Failure"];
        };
    };
    getRevision: {
        parameters: {
            query?: {
                /** @description False leaves out what Git sync knows. */
                metadata?: components["parameters"]["metadata"];
                /** @description False leaves computed content as it is. */
                computed?: components["parameters"]["computed"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                revisionId: components["parameters"]["revisionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Revision"];
            default: components["responses"]["Failure"];
        };
    };
    listRevisionPages: {
        parameters: {
            query?: {
                /** @description False leaves out what Git sync knows. */
                metadata?: components["parameters"]["metadata"];
                /** @description False leaves computed content as it is. */
                computed?: components["parameters"]["computed"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                revisionId: components["parameters"]["revisionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PageList"];
            default: components["responses"]["Failure"];
        };
    };
    listRevisionFiles: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                /** @description False leaves out what Git sync knows. */
                metadata?: components["parameters"]["metadata"];
                /** @description False leaves computed content as it is. */
                computed?: components["parameters"]["computed"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                revisionId: components["parameters"]["revisionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Files"];
            default: components["responses"]["Failure"];
        };
    };
    getRevisionFile: {
        parameters: {
            query?: {
                /** @description False leaves out what Git sync knows. */
                metadata?: components["parameters"]["metadata"];
                /** @description False leaves computed content as it is. */
                computed?: components["parameters"]["computed"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                revisionId: components["parameters"]["revisionId"];
                fileId: components["parameters"]["fileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["File"];
            default: components["responses"]["Failure"];
        };
    };
    getRevisionReusableContent: {
        parameters: {
            query?: {
                /** @description False leaves out what Git sync knows. */
                metadata?: components["parameters"]["metadata"];
                /** @description False leaves computed content as it is. */
                computed?: components["parameters"]["computed"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                revisionId: components["parameters"]["revisionId"];
                reusableContentId: components["parameters"]["reusableContentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ReusableContent"];
            default: components["responses"]["Failure"];
        };
    };
    getRevisionPage: {
        parameters: {
            query?: {
                /** @description Format of content. */
                format?: components["parameters"]["format"];
                /** @description Expressions are replaced by their values. References stay. */
                evaluated?: components["parameters"]["evaluated"];
                /** @description What the page includes stands in place of the references to it. */
                dereferenced?: components["parameters"]["dereferenced"];
                /** @description False leaves out what Git sync knows. */
                metadata?: components["parameters"]["metadata"];
                /** @description False leaves computed content as it is. */
                computed?: components["parameters"]["computed"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                revisionId: components["parameters"]["revisionId"];
                pageId: components["parameters"]["pageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Page"];
            default: components["responses"]["Failure"];
        };
    };
    getRevisionChanges: {
        parameters: {
            query?: {
                /** @description The reply tells how many more there are. */
                limit?: components["parameters"]["changesLimit"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                revisionId: components["parameters"]["revisionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Changes"];
            default: components["responses"]["Failure"];
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                documentId: components["parameters"]["documentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Document"];
            default: components["responses"]["Failure"];
        };
    };
    listSpaceComments: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                order?: components["parameters"]["order"];
                status?: "all" | "open" | "resolved";
                /** @description Format of content. */
                format?: components["parameters"]["format"];
                /** @description ID of a page. */
                targetPage?: string;
                /** @description IDs of users. */
                authors?: string[];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Comments"];
            default: components["responses"]["Failure"];
        };
    };
    createSpaceComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Key of a block. */
                    node?: string;
                    /** @description ID of a page. */
                    page?: string;
                    tableCell?: components["schemas"]["TableCell"];
                    body: components["schemas"]["ContentInput"];
                };
            };
        };
        responses: {
            200: components["responses"]["Comment"];
            default: components["responses"]["Failure"];
        };
    };
    getSpaceComment: {
        parameters: {
            query?: {
                /** @description Format of content. */
                format?: components["parameters"]["format"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                commentId: components["parameters"]["commentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Comment"];
            default: components["responses"]["Failure"];
        };
    };
    updateSpaceComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                commentId: components["parameters"]["commentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    resolved?: boolean;
                    body?: components["schemas"]["ContentInput"];
                    addedReactions?: string[];
                    removedReactions?: string[];
                };
            };
        };
        responses: {
            200: components["responses"]["Comment"];
            default: components["responses"]["Failure"];
        };
    };
    deleteSpaceComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                commentId: components["parameters"]["commentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            205: components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    listSpaceCommentReplies: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                /** @description Format of content. */
                format?: components["parameters"]["format"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                commentId: components["parameters"]["commentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CommentReplies"];
            default: components["responses"]["Failure"];
        };
    };
    createSpaceCommentReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                commentId: components["parameters"]["commentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    body: components["schemas"]["ContentInput"];
                };
            };
        };
        responses: {
            200: components["responses"]["CommentReply"];
            default: components["responses"]["Failure"];
        };
    };
    getSpaceCommentReply: {
        parameters: {
            query?: {
                /** @description Format of content. */
                format?: components["parameters"]["format"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                commentId: components["parameters"]["commentId"];
                commentReplyId: components["parameters"]["commentReplyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CommentReply"];
            default: components["responses"]["Failure"];
        };
    };
    updateSpaceCommentReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                commentId: components["parameters"]["commentId"];
                commentReplyId: components["parameters"]["commentReplyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    body?: components["schemas"]["ContentInput"];
                    addedReactions?: string[];
                    removedReactions?: string[];
                };
            };
        };
        responses: {
            200: components["responses"]["CommentReply"];
            default: components["responses"]["Failure"];
        };
    };
    deleteSpaceCommentReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                commentId: components["parameters"]["commentId"];
                commentReplyId: components["parameters"]["commentReplyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            205: components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    listSpaceCommenters: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Members"];
            default: components["responses"]["Failure"];
        };
    };
    listChangeRequestComments: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                order?: components["parameters"]["order"];
                status?: "all" | "open" | "resolved";
                /** @description Format of content. */
                format?: components["parameters"]["format"];
                /** @description ID of a page. */
                targetPage?: string;
                /** @description IDs of users. */
                authors?: string[];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Comments"];
            default: components["responses"]["Failure"];
        };
    };
    createChangeRequestComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Key of a block. */
                    node?: string;
                    /** @description ID of a page. */
                    page?: string;
                    tableCell?: components["schemas"]["TableCell"];
                    body: components["schemas"]["ContentInput"];
                };
            };
        };
        responses: {
            200: components["responses"]["Comment"];
            default: components["responses"]["Failure"];
        };
    };
    getChangeRequestComment: {
        parameters: {
            query?: {
                /** @description Format of content. */
                format?: components["parameters"]["format"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                commentId: components["parameters"]["commentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Comment"];
            default: components["responses"]["Failure"];
        };
    };
    updateChangeRequestComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                commentId: components["parameters"]["commentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    resolved?: boolean;
                    body?: components["schemas"]["ContentInput"];
                    addedReactions?: string[];
                    removedReactions?: string[];
                };
            };
        };
        responses: {
            200: components["responses"]["Comment"];
            default: components["responses"]["Failure"];
        };
    };
    deleteChangeRequestComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                commentId: components["parameters"]["commentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            205: components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    listChangeRequestCommentReplies: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                /** @description Format of content. */
                format?: components["parameters"]["format"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                commentId: components["parameters"]["commentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CommentReplies"];
            default: components["responses"]["Failure"];
        };
    };
    createChangeRequestCommentReply: {
        parameters: {
            query?: {
                /** @description Format of content. */
                format?: components["parameters"]["format"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                commentId: components["parameters"]["commentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    body: components["schemas"]["ContentInput"];
                };
            };
        };
        responses: {
            200: components["responses"]["CommentReply"];
            default: components["responses"]["Failure"];
        };
    };
    getChangeRequestCommentReply: {
        parameters: {
            query?: {
                /** @description Format of content. */
                format?: components["parameters"]["format"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                commentId: components["parameters"]["commentId"];
                commentReplyId: components["parameters"]["commentReplyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CommentReply"];
            default: components["responses"]["Failure"];
        };
    };
    updateChangeRequestCommentReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                commentId: components["parameters"]["commentId"];
                commentReplyId: components["parameters"]["commentReplyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    resolved?: boolean;
                    body?: components["schemas"]["ContentInput"];
                    addedReactions?: string[];
                    removedReactions?: string[];
                };
            };
        };
        responses: {
            200: components["responses"]["CommentReply"];
            default: components["responses"]["Failure"];
        };
    };
    deleteChangeRequestCommentReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
                commentId: components["parameters"]["commentId"];
                commentReplyId: components["parameters"]["commentReplyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            205: components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    listChangeRequestCommenters: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path: {
                spaceId: components["parameters"]["spaceId"];
                /** @description ID of the change request, or its number in the space. */
                changeRequestId: components["parameters"]["changeRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Members"];
            default: components["responses"]["Failure"];
        };
    };
    listSites: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                /** @description ID of a space that the site shows. */
                space?: string;
                title?: string;
                published?: boolean;
                type?: ("basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium")[];
            };
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Sites"];
            default: components["responses"]["Failure"];
        };
    };
    createSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default basic
                     * @enum {string}
                     */
                    type?: "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";
                    title?: string;
                    /** @enum {string} */
                    visibility?: "public" | "unlisted" | "share-link" | "visitor-auth";
                    /** @description IDs of spaces to show, or what a new space for the site starts with. */
                    spaces?: string[] | ("sample" | "empty");
                };
            };
        };
        responses: {
            201: components["responses"]["NewSite"];
            default: components["responses"]["Failure"];
        };
    };
    getSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Site"];
            default: components["responses"]["Failure"];
        };
    };
    deleteSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            205: components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    updateSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    title?: string;
                    /** @enum {string} */
                    visibility?: "public" | "unlisted" | "share-link" | "visitor-auth";
                    basename?: string;
                    adaptiveContent?: components["schemas"]["AdaptiveContent"];
                    /** @enum {string} */
                    agentsContext?: "excluded" | "included";
                    /** @description Site space shown first; in a site with sections, in its default section. */
                    defaultSiteSpace?: string;
                    defaultSiteSection?: string;
                    /** @description Host and path that pass requests on to the site; null removes it. */
                    proxy?: string | null;
                };
            };
        };
        responses: {
            200: components["responses"]["Site"];
            default: components["responses"]["Failure"];
        };
    };
    publishSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SitePublished"];
            default: components["responses"]["Failure"];
        };
    };
    unpublishSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Site"];
            default: components["responses"]["Failure"];
        };
    };
    getPublishedSite: {
        parameters: {
            query?: {
                /** @description Secret of a share link. */
                shareKey?: components["parameters"]["shareKey"];
            };
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PublishedSite"];
            default: components["responses"]["Failure"];
        };
    };
    getSiteAdaptiveSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SiteAdaptiveSchema"];
            default: components["responses"]["Failure"];
        };
    };
    updateSiteAdaptiveSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    jsonSchema: components["schemas"]["VisitorJsonSchema"];
                };
            };
        };
        responses: {
            200: components["responses"]["SiteAdaptiveSchema"];
            default: components["responses"]["Failure"];
        };
    };
    listSiteAdaptiveTemplateConditions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TemplateConditions"];
            default: components["responses"]["Failure"];
        };
    };
    getSiteStructure: {
        parameters: {
            query?: {
                /** @description Secret of a share link. */
                shareKey?: components["parameters"]["shareKey"];
            };
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SiteStructure"];
            default: components["responses"]["Failure"];
        };
    };
    sortSiteStructure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    item: components["schemas"]["StructurePointer"];
                    position: {
                        before?: components["schemas"]["StructurePointer"];
                        after?: components["schemas"]["StructurePointer"];
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["SiteStructureItem"];
            default: components["responses"]["Failure"];
        };
    };
    listSiteSpaces: {
        parameters: {
            query?: {
                /** @description Secret of a share link. */
                shareKey?: components["parameters"]["shareKey"];
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                /** @description Only the one that opens first. */
                default?: boolean;
            };
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SiteSpaces"];
            default: components["responses"]["Failure"];
        };
    };
    listSiteSections: {
        parameters: {
            query?: {
                /** @description Secret of a share link. */
                shareKey?: components["parameters"]["shareKey"];
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SiteSections"];
            default: components["responses"]["Failure"];
        };
    };
    createSiteSection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    spaceId: string;
                    title?: string;
                    icon?: string;
                };
            };
        };
        responses: {
            201: components["responses"]["NewSiteSection"];
            default: components["responses"]["Failure"];
        };
    };
    deleteSiteSection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
                siteSectionId: components["parameters"]["siteSectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            205: components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    updateSiteSection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
                siteSectionId: components["parameters"]["siteSectionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    path?: string;
                    defaultSiteSpace?: string;
                    /** @description Null removes it. */
                    condition?: string | null;
                    icon?: string;
                    description?: string;
                };
            };
        };
        responses: {
            200: components["responses"]["SiteSection"];
            default: components["responses"]["Failure"];
        };
    };
    moveSiteSection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
                siteSectionId: components["parameters"]["siteSectionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    position?: {
                        before?: components["schemas"]["SiteSectionPointer"];
                        after?: components["schemas"]["SiteSectionPointer"];
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["SiteSection"];
            default: components["responses"]["Failure"];
        };
    };
    listSiteSectionGroups: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SiteSectionGroups"];
            default: components["responses"]["Failure"];
        };
    };
    createSiteSectionGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    icon?: string | null;
                    /** @description IDs of sections. */
                    sections?: string[];
                };
            };
        };
        responses: {
            201: components["responses"]["NewSiteSectionGroup"];
            default: components["responses"]["Failure"];
        };
    };
    deleteSiteSectionGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
                siteSectionGroupId: components["parameters"]["siteSectionGroupId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            205: components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    updateSiteSectionGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
                siteSectionGroupId: components["parameters"]["siteSectionGroupId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    icon?: string | null;
                };
            };
        };
        responses: {
            200: components["responses"]["SiteSectionGroup"];
            default: components["responses"]["Failure"];
        };
    };
    addSectionToGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
                siteSectionGroupId: components["parameters"]["siteSectionGroupId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sectionId: string;
                };
            };
        };
        responses: {
            201: components["responses"]["NewSiteSectionGroup"];
            default: components["responses"]["Failure"];
        };
    };
    removeSectionFromGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
                siteSectionGroupId: components["parameters"]["siteSectionGroupId"];
                siteSectionId: components["parameters"]["siteSectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            205: components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    moveSiteSectionGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
                siteSectionGroupId: components["parameters"]["siteSectionGroupId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    position?: {
                        before?: components["schemas"]["SiteSectionGroupPointer"];
                        after?: components["schemas"]["SiteSectionGroupPointer"];
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["SiteSectionGroup"];
            default: components["responses"]["Failure"];
        };
    };
    listShareLinks: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ShareLinks"];
            default: components["responses"]["Failure"];
        };
    };
    createShareLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            201: components["responses"]["NewShareLink"];
            default: components["responses"]["Failure"];
        };
    };
    deleteShareLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
                shareLinkId: components["parameters"]["shareLinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            205: components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    updateShareLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                siteId: components["parameters"]["siteId"];
                shareLinkId: components["parameters"]["shareLinkId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    active?: boolean;
                    name?: string;
                };
            };
        };
        responses: {
            200: components["responses"]["ShareLink"];
            default: components["responses"]["Failure"];
        };
    };
    listOpenApiSpecs: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OpenApiSpecs"];
            default: components["responses"]["Failure"];
        };
    };
    createOpenApiSpec: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    slug: string;
                    source: components["schemas"]["OpenApiSource"];
                };
            };
        };
        responses: {
            201: components["responses"]["OpenApiSpec"];
            default: components["responses"]["Failure"];
        };
    };
    getOpenApiSpec: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                /** @description Slug or ID of the spec. */
                specSlug: components["parameters"]["specSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OpenApiSpec"];
            default: components["responses"]["Failure"];
        };
    };
    putOpenApiSpec: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                /** @description Slug or ID of the spec. */
                specSlug: components["parameters"]["specSlug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    source: components["schemas"]["OpenApiSource"];
                };
            };
        };
        responses: {
            200: components["responses"]["OpenApiSpec"];
            201: components["responses"]["OpenApiSpec"];
            default: components["responses"]["Failure"];
        };
    };
    deleteOpenApiSpec: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                /** @description Slug or ID of the spec. */
                specSlug: components["parameters"]["specSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            205: components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    listOpenApiSpecVersions: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                /** @description Slug or ID of the spec. */
                specSlug: components["parameters"]["specSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OpenApiSpecVersions"];
            default: components["responses"]["Failure"];
        };
    };
    getLatestOpenApiSpecVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                /** @description Slug or ID of the spec. */
                specSlug: components["parameters"]["specSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OpenApiSpecVersion"];
            default: components["responses"]["Failure"];
        };
    };
    getLatestOpenApiSpecVersionContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                /** @description Slug or ID of the spec. */
                specSlug: components["parameters"]["specSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OpenApiSpecContent"];
            default: components["responses"]["Failure"];
        };
    };
    getOpenApiSpecVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                /** @description Slug or ID of the spec. */
                specSlug: components["parameters"]["specSlug"];
                versionId: components["parameters"]["versionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OpenApiSpecVersion"];
            default: components["responses"]["Failure"];
        };
    };
    getOpenApiSpecVersionContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                /** @description Slug or ID of the spec. */
                specSlug: components["parameters"]["specSlug"];
                versionId: components["parameters"]["versionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OpenApiSpecContent"];
            default: components["responses"]["Failure"];
        };
    };
    listTranslationSettings: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TranslationSettingsList"];
            default: components["responses"]["Failure"];
        };
    };
    createTranslationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    source?: {
                        space: string;
                        language: string;
                    };
                    language?: string;
                    instructions?: string;
                };
            };
        };
        responses: {
            201: components["responses"]["TranslationSettings"];
            default: components["responses"]["Failure"];
        };
    };
    getTranslationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                translationSettingsId: components["parameters"]["translationSettingsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TranslationSettings"];
            default: components["responses"]["Failure"];
        };
    };
    updateTranslationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                translationSettingsId: components["parameters"]["translationSettingsId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    instructions?: string;
                };
            };
        };
        responses: {
            200: components["responses"]["TranslationSettings"];
            default: components["responses"]["Failure"];
        };
    };
    deleteTranslationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: components["parameters"]["organizationId"];
                translationSettingsId: components["parameters"]["translationSettingsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            205: components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    listIntegrations: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                /** @description Text in the name. */
                search?: string;
                category?: "analytics" | "collaboration" | "content" | "gitsync" | "marketing" | "visitor-auth" | "other";
                blockDomain?: string;
                /** @description Only with or only without blocks. */
                blocks?: boolean;
                /** @description Only with or only without content sources. */
                contentSources?: boolean;
                /** @description ID of an organization. */
                owner?: string;
                scope?: components["schemas"]["IntegrationScope"];
                target?: "all" | "site" | "space" | "organization";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Integrations"];
            default: components["responses"]["Failure"];
        };
    };
    getIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                integrationName: components["parameters"]["integrationName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Integration"];
            default: components["responses"]["Failure"];
        };
    };
    publishIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                integrationName: components["parameters"]["integrationName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default v1
                     * @enum {string}
                     */
                    runtime?: "v1" | "v2";
                    /** @description Base64. */
                    icon?: string;
                    title: string;
                    description: string;
                    summary?: string;
                    /** @description Base64. */
                    previewImages?: string[];
                    /** @enum {string} */
                    visibility?: "public" | "private" | "unlisted";
                    /** @enum {string} */
                    target?: "all" | "site" | "space" | "organization";
                    scopes?: string[];
                    categories?: ("analytics" | "collaboration" | "content" | "gitsync" | "marketing" | "visitor-auth" | "other")[];
                    blocks?: components["schemas"]["IntegrationBlock"][];
                    contentSources?: components["schemas"]["IntegrationContentSource"][];
                    externalLinks?: components["schemas"]["IntegrationLink"][];
                    configurations?: components["schemas"]["IntegrationConfigurations"];
                    script: string;
                    /** @description ID or subdomain of the organization that publishes it. */
                    organization: string;
                    secrets?: {
                        [key: string]: string;
                    };
                    contentSecurityPolicy?: string;
                };
            };
        };
        responses: {
            200: components["responses"]["Integration"];
            default: components["responses"]["Failure"];
        };
    };
    unpublishIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                integrationName: components["parameters"]["integrationName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            205: components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    listIntegrationInstallations: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
                externalId?: string;
            };
            header?: never;
            path: {
                integrationName: components["parameters"]["integrationName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["IntegrationInstallations"];
            default: components["responses"]["Failure"];
        };
    };
    listIntegrationEvents: {
        parameters: {
            query?: {
                /** @description Token of the page of the list that the last reply named as next. */
                page?: components["parameters"]["page"];
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path: {
                integrationName: components["parameters"]["integrationName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["IntegrationEvents"];
            default: components["responses"]["Failure"];
        };
    };
}

/** Operations that only some servers offer. */
export type OptionalRoute =
    | "GET /"
    | "GET /user"
    | "GET /users/{userId}"
    | "GET /urls/content"
    | "GET /subdomains/{subdomain}"
    | "GET /orgs/{organizationId}/spaces"
    | "POST /orgs/{organizationId}/spaces"
    | "GET /spaces/{spaceId}/search"
    | "GET /spaces/{spaceId}/permissions/aggregate"
    | "GET /orgs/{organizationId}/change-requests"
    | "GET /spaces/{spaceId}/change-requests/{changeRequestId}/reviews"
    | "POST /spaces/{spaceId}/change-requests/{changeRequestId}/reviews"
    | "GET /spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}"
    | "GET /spaces/{spaceId}/change-requests/{changeRequestId}/contributors"
    | "GET /spaces/{spaceId}/change-requests/{changeRequestId}/changes"
    | "POST /spaces/{spaceId}/change-requests/{changeRequestId}/content"
    | "POST /org/{organizationId}/imports"
    | "GET /org/{organizationId}/imports/{importRunId}"
    | "POST /org/{organizationId}/imports/{importRunId}/cancel"
    | "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}"
    | "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}"
    | "GET /spaces/{spaceId}/content"
    | "GET /spaces/{spaceId}/content/pages"
    | "GET /spaces/{spaceId}/content/files"
    | "GET /spaces/{spaceId}/content/files/{fileId}"
    | "GET /spaces/{spaceId}/content/reusable-contents/{reusableContentId}"
    | "GET /spaces/{spaceId}/content/page/{pageId}"
    | "GET /spaces/{spaceId}/content/path/{pagePath}"
    | "GET /spaces/{spaceId}/revisions/{revisionId}"
    | "GET /spaces/{spaceId}/revisions/{revisionId}/pages"
    | "GET /spaces/{spaceId}/revisions/{revisionId}/files"
    | "GET /spaces/{spaceId}/revisions/{revisionId}/files/{fileId}"
    | "GET /spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}"
    | "GET /spaces/{spaceId}/revisions/{revisionId}/page/{pageId}"
    | "GET /spaces/{spaceId}/revisions/{revisionId}/changes"
    | "GET /spaces/{spaceId}/documents/{documentId}"
    | "GET /spaces/{spaceId}/comments/{commentId}/replies"
    | "POST /orgs/{organizationId}/sites/{siteId}/unpublish"
    | "GET /orgs/{organizationId}/sites/{siteId}/structure"
    | "PATCH /orgs/{organizationId}/sites/{siteId}/structure/sort"
    | "GET /orgs/{organizationId}/sites/{siteId}/site-spaces"
    | "GET /integrations/{integrationName}/events";
