/**
 * First word of a command line that looks through a file and prints what it finds as JSON. Not for people: `doctor` starts
 * it, so that a driver that ends the process over a damaged file is a finding.
 */
export const EXAMINE_WORD = '__examine'
