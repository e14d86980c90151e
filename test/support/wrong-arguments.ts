/** A command line that asks for nothing that there is; its message is for whoever typed it. */
export class WrongArguments extends Error {}
