/**
 * The warning of a URL whose password was typed: `ps` shows it to every user of the machine.
 * @param where the option or argument that it was given by
 * @param ways how else to give it
 */
export function typedPassword(where: string, ways: string): string {
  return `${where} holds a password, and other users of this machine can read the command line: ${ways}, or keep the password in PGPASSFILE`
}
