// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

/// An account that checks signatures in the way that `set` chooses (ERC-1271). It has no constructor, so its code can
/// be put at any address, and an account can delegate to it (EIP-7702).
contract TestSigner {
    enum Way { OwnersKey, BurnsGas, Reverts, SaysOneByte, SaysTrue, SaysWithoutEnd }

    address public owner;
    Way public way;

    function set(address owner_, Way way_) external {
        owner = owner_;
        way = way_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (way == Way.BurnsGas) while (true) {}
        if (way == Way.Reverts) revert("no");
        if (way == Way.SaysOneByte) assembly { mstore8(0, 0x16) return(0, 1) }
        if (way == Way.SaysTrue) assembly { mstore(0, 1) return(0, 32) }
        if (way == Way.SaysWithoutEnd) assembly { return(0, 1000000) }
        (bytes32 r, bytes32 s) = abi.decode(signature[:64], (bytes32, bytes32));
        bool isOwners = ecrecover(hash, uint8(signature[64]), r, s) == owner;
        return isOwners ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}
