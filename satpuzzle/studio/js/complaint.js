// What is wrong with what somebody drew, opened or was sent: one sentence for the reader.
export class Complaint extends Error {}
