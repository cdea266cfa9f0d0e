// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

/// The part of the contract at 0x420000000000000000000000000000000000000F of OP-stack chains that wallets call.
contract GasPriceOracle {
    /// Fee per byte in wei; storage slot 0.
    uint256 public feePerByte;

    function getL1Fee(bytes calldata transaction) external view returns (uint256) {
        return feePerByte * transaction.length;
    }

    function getL1FeeUpperBound(uint256 unsignedLength) external view returns (uint256) {
        return feePerByte * (unsignedLength + 68);
    }
}
