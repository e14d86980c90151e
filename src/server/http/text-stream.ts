/**
 * A body that streams `chunks` at the reader's pace. An error ends it silently: the producer reports errors in the text.
 * @param onCancel called when the reader leaves early
 */
export function textStream(chunks: AsyncGenerator<string>, onCancel: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const chunk = await chunks.next()
        if (chunk.done === true) controller.close()
        else controller.enqueue(encoder.encode(chunk.value))
      } catch {
        controller.close()
      }
    },
    cancel: () => {
      onCancel()
      // Not awaited: a generator that waits for its source ends when the source does.
      chunks.return(undefined).catch(() => undefined)
    },
  })
}
