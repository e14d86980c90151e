import { errorCode } from '../../core/error-code.ts'

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'part of its path is no folder',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a link',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its disk is read-only',
  ENOSPC: 'the disk is full',
  SQLITE_FULL: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk reports an error',
}

/** True where there is no room for what was to be written. */
export function isNoSpace(error: unknown): boolean {
  return ['ENOSPC', 'SQLITE_FULL', 'EDQUOT'].includes(errorCode(error) ?? '')
}

/** Why the file system refused, for a person. */
export function fileProblem(error: unknown): string {
  return PROBLEMS[errorCode(error) ?? ''] ?? (error instanceof Error ? error.message : String(error))
}
