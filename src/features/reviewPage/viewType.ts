/** The type of the panels that show what a change request does, as readers will see it. */
export const viewType = 'marginalia.reviewPage';
