import { errorResponse } from '@latchkey/node';
import { NextResponse } from 'next/server';
import { latchkey, tokenOf } from './lib/latchkey.js';

/** Runs before the routes of the API that the matcher names (called middleware before Next.js 16). */
export async function proxy(request) {
  try {
    await latchkey.verifyAccessToken(tokenOf(request));
    return NextResponse.next();
  } catch (error) {
    return errorResponse(error);
  }
}

/** Webhooks arrive without a token. Their handler checks their signature. */
export const config = { matcher: '/api/((?!hooks$).*)' };
