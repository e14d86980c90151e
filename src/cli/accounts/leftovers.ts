import { shellWord } from '../../core/text/command-line.ts'

/** A file in the folder of the accounts that no account names: whose it may be, and what can be done with it. */
export function describeLeftover(path: string): { readonly what: string; readonly next: string } {
  if (path.endsWith('.tmp')) {
    return {
      what: `no account has ${path}: a command was ended while it wrote it`,
      next: 'Nothing: the next wallet create or import removes it',
    }
  }
  return {
    what: `no account has ${path}: its account file is lost, or was never written`,
    next: `Take it up with swapcli wallet import NAME --in-place --keystore ${shellWord(path)}, or delete it`,
  }
}
