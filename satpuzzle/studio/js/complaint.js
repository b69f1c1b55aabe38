// An error in a puzzle that the user drew, opened or received by a link: one sentence for the user.
export class Complaint extends Error {}
