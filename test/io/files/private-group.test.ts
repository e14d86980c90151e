import { expect, test } from 'vitest'
import { isPrivateGroup } from '../../../src/io/files/private-group.ts'

const PASSWD = `root:x:0:0:root:/root:/bin/sh
alice:x:1000:1000::/home/alice:/bin/sh
bob:x:1001:1002::/home/bob:/bin/sh
carol:x:1003:1010::/home/carol:/bin/sh
dave:x:1004:1010::/home/dave:/bin/sh
`
const group = (line: string) => ({ passwd: PASSWD, group: `root:x:0:\n${line}\n` })

test.each([
  ['that has the number of the user', 1000, 1000, group('alice:x:1000:'), true],
  ['that has another number, as the primary one of the user', 1002, 1001, group('bob:x:1002:'), true],
  ['that the user alone is a member of', 1020, 1001, group('films:x:1020:bob'), true],
  ['that root is a member of too', 1002, 1001, group('bob:x:1002:root'), true],
  ['of the user that a server was added to', 1000, 1000, group('alice:x:1000:www-data'), false],
  ['that is the primary one of another user too', 1010, 1003, group('staff:x:1010:'), false],
  ['that the user is no member of', 1030, 1001, group('crontab:x:1030:'), false],
  ['with the number of a user that a directory service keeps', 5000, 5000, group(''), true],
  ['with another number than such a user', 5001, 5000, group(''), false],
] as const)('a group %s', (_name, gid, uid, files, isPrivate) => {
  expect(isPrivateGroup(gid, uid, files)).toBe(isPrivate)
})
