/*
 * Symbiosis' contracts by EIP-155 id, of two sources each: https://docs.symbiosis.finance,
 * https://github.com/symbiosis-finance/js-sdk, https://github.com/lifinance/contracts. Left out are chains on which refunds go
 * to an account of Symbiosis' own whatever is asked for (Abstract), those of which the sources name one contract twice, and those
 * of one source alone (Monad).
 */

/** Takes part in a swap: the router is called, and the gateway, which only the router can use, takes the tokens. */
export interface SymbiosisContracts {
  readonly router: string
  readonly gateway: string
}

const at = (router: string, gateway: string): SymbiosisContracts => ({ router, gateway })
const LATER = at('0xcE8f24A58D85eD5c5A6824f7be1F8d4711A0eb4C', '0xAdB2d3b711Bb8d8Ea92ff70292c466140432c278')
const THIRD = at('0x7057aB3fB2BeE9c18e0cDe4240DE4ff7f159E365', '0xa0079829B9F1Edc5DD0DE3eC104f281745C4bD81')
const SECOND = at('0xca506793A420E901BbCa8066be5661E3C52c84c2', '0xd92Ca299F1C2518E78E48C207b64591BA6E9b9a8')

export const SYMBIOSIS: Readonly<Record<number, SymbiosisContracts>> = {
  1: at('0xf621Fb08BBE51aF70e7E0F4EA63496894166Ff7F', '0xfCEF2Fe72413b65d3F393d278A714caD87512bcd'),
  10: at('0x0f91052dc5B4baE53d0FeA5DAe561A117268f5d2', '0x200a0fe876421DC49A26508e3Efd0a1008fD12B5'),
  25: LATER,
  30: at(THIRD.router, '0xfFFdb2A69AbCbbf55eCB2f6b348e0Bd3D0F9F2E1'),
  40: at('0x8097f0B9f06C27AF9579F75762F971D745bb222F', '0x4949e74094D6F9C06D68e5Ffe388f6542C4b1A34'),
  56: at('0x44487a445a7595446309464A82244B4bD4e325D5', '0x5c97D726bf5130AE15408cE32bc764e458320D2f'),
  100: LATER,
  130: LATER,
  137: at('0xa260E3732593E4EcF9DdC144fD6C4c5fe7077978', '0xAb83653fd41511D638b69229afBf998Eb9B0F30c'),
  146: at('0xda8057acB94905eb6025120cB2c38415Fd81BfEB', '0xb7aF032a0C8d350705eD7E4E3802377731a0cA07'),
  204: LATER,
  252: LATER,
  288: SECOND,
  324: at('0x38307CB291Af47Af9847c134a34E9477c939Ca28', '0x8cA239448AdD34b057D1CB5934F12AC899DB66e1'),
  999: LATER,
  1088: at('0xf85FC807D05d3Ab2309364226970aAc57b4e1ea4', '0xcd7C056b39DdFB568E451923ABEDb9B6a7Aeb885'),
  1329: LATER,
  1625: LATER,
  1868: LATER,
  2818: LATER,
  4217: THIRD,
  5000: SECOND,
  8453: at('0x691df9C4561d95a4a726313089c8536dd682b946', '0x41Ae964d0F61Bb5F5e253141A462aD6F3b625B92'),
  9745: LATER,
  33139: LATER,
  34443: LATER,
  42161: at('0xf7e96217347667064DEE8f20DB747B1C7df45DDe', '0x80ddDDa846e779cceE463bDC0BCc2Ae296feDaF9'),
  42170: SECOND,
  43114: at('0x6F0f6393e45fE0E7215906B6f9cfeFf53EA139cf', '0x4cfA66497Fa84D739a0f785FBcEe9196f1C64e4a'),
  59144: at('0x9A31bAC4b3B958C835C243800B474818D04393dd', '0x83f71AabdDBb9F0E3B6462Cc7635b6fFAD0f2f2e'),
  80094: LATER,
  81457: THIRD,
  534352: at('0x624FFe62eBa13e6057878bCA1D7A9E35651E1D9c', '0x49952ff32FcBc3408D447E1E91Da2b44BD2D1AFE'),
  747474: LATER,
}
