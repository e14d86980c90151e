/** About how long, for a person: `40 s`, `9 min`, `1 h 20 min`. @param sec seconds */
export function durationText(sec: number): string {
  if (sec < 90) return `${Math.ceil(sec / 10) * 10} s`
  const minutes = Math.ceil(sec / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
