import { errorResponse } from '@latchkey/node';
import { NextResponse } from 'next/server';
import { latchkey, tokenOf } from './lib/latchkey.js';

/** Stands before every route of the API (Next.js called this middleware before version 16). */
export async function proxy(request) {
  try {
    await latchkey.verifyAccessToken(tokenOf(request));
    return NextResponse.next();
  } catch (error) {
    return errorResponse(error);
  }
}

/** Webhooks come without a token; their handler checks their signature. */
export const config = { matcher: '/api/((?!hooks$).*)' };
