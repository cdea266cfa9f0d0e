/** Icon of the embedded wallet in wallet lists, unless the app has its own image. */
export const walletIcon =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAzMiAzMiI+PHJlY3Qgd2lkdGg9IjMyIiBoZWlnaHQ9IjMyIiByeD0iOCIgZmlsbD0iIzRmNDZlNSIvPjxjaXJjbGUgY3g9IjE2IiBjeT0iMTMiIHI9IjUiIGZpbGw9IiNmZmYiLz48cGF0aCBkPSJNMTQgMTZoNGwyIDloLTh6IiBmaWxsPSIjZmZmIi8+PC9zdmc+' as const;
