import { appearanceOf } from '../look-alikes.ts'

/*
 * Symbols so well known that people type them without a thought, and that others therefore give to their own coins. Those of the
 * last line, and a few more, have no holder here: a symbol alone never means such a coin.
 */

const SYMBOLS = `
  BTC ETH SOL XRP DOGE ADA TON GRAM TRX BNB AVAX DOT LTC BCH XLM XMR ZEC DASH ETC EOS ATOM OSMO RUNE CACAO TIA HBAR ALGO HYPE SUI
  APT NEAR FIL ICP STX KAS XTZ VET EGLD SEI S FTM POL MATIC CRO OKB MNT INJ XPL XDAI BERA MON KAIA KLAY IP CELO KSM DCR
  USDC USDT USDT0 DAI SAI USDS sUSDS sDAI USDe sUSDe EURC EURT PYUSD FDUSD USD1 TUSD RLUSD USDG USDD USDP GUSD BUSD GHO crvUSD frxUSD
  FRAX LUSD MIM USDB EURS AUSD
  WBTC cbBTC tBTC BTCB LBTC UBTC FBTC SolvBTC BTC.b WETH WETH.e UETH stETH wstETH rETH cbETH weETH eETH ezETH rsETH mETH frxETH
  sfrxETH osETH ETHx WBNB WAVAX WPOL WSOL WXDAI sAVAX jitoSOL mSOL
  LINK UNI AAVE PEPE SHIB MKR SKY LDO CRV CVX COMP SUSHI 1INCH YFI BAL ENA ONDO RENDER RNDR FET GRT IMX XAUT PAXG ARB OP STRK ZK ZRO
  W WLD WLFI PENDLE MORPHO EIGEN ETHFI APE SNX QNT FLOKI ENS SPX MOG PUMP PLUME LPT SAND MANA CHZ BAT RPL BLUR TURBO
  JUP BONK WIF TRUMP MELANIA FARTCOIN PENGU POPCAT RAY PYTH JTO HNT ORCA AERO BRETT DEGEN TOSHI VIRTUAL ZORA GMX RDNT CAKE ASTER GNO
  AXS SLP RON KAITO
  ORDI SATS TAO WIN BTT NEO IOTA USDH USDM NEIRO
`

/** The reserved symbols as their issuers write them. */
export const RESERVED_SYMBOLS: readonly string[] = SYMBOLS.trim().split(/\s+/)

const RESERVED: ReadonlySet<string> = new Set(RESERVED_SYMBOLS.map(appearanceOf))

/**
 * True for a symbol that only its issuer's asset, the bridge of its chain and the chain's own coin may answer to, and for one that
 * looks like it.
 */
export function isReservedSymbol(symbol: string): boolean {
  return RESERVED.has(appearanceOf(symbol))
}
