import { readFileSync } from 'node:fs'

/** The accounts and groups of a machine, as the texts of `/etc/passwd` and `/etc/group`; '' where there are none. */
export interface GroupFiles {
  readonly passwd: string
  readonly group: string
}

/**
 * True for a group in which there is nobody but a user, such as the private group that Debian and Fedora give each.
 * Where the files of the machine do not name both (a directory service keeps them), the group with the user's number is private.
 * @param gid its number
 * @param uid number of the user
 */
export function isPrivateGroup(gid: number, uid: number, files: GroupFiles = readGroupFiles()): boolean {
  const users = rowsOf(files.passwd).map(([name = '', , id, group]) => ({ name, id: Number(id), gid: Number(group) }))
  const own = users.filter(({ id }) => id === uid)
  const rows = rowsOf(files.group).filter(([, , id]) => id !== '' && Number(id) === gid)
  if (own.length === 0 || rows.length === 0) return gid === uid
  const named = rows.flatMap(([, , , members = '']) => members.split(',').filter((name) => name !== ''))
  const members = [...named, ...users.filter((user) => user.gid === gid).map(({ name }) => name)]
  const ownNames = new Set([
    ...own.map(({ name }) => name),
    ...users.filter(({ id }) => id === 0).map(({ name }) => name),
  ])
  return members.some((name) => own.some((user) => user.name === name)) && members.every((name) => ownNames.has(name))
}

function rowsOf(text: string): readonly (readonly string[])[] {
  return text.split('\n').flatMap((line) => (line === '' || line.startsWith('#') ? [] : [line.split(':')]))
}

function readGroupFiles(): GroupFiles {
  return { passwd: readOrEmpty('/etc/passwd'), group: readOrEmpty('/etc/group') }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
